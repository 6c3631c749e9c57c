// Hypotheses: proposed with a refuter, killed by a look, rated without a view on the others' ratings.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startDemo } from "./demo.mjs";
import { launchBrowser, openPage } from "./support.mjs";

let browser;
let demo;
before(async () => {
  browser = await launchBrowser();
  demo = await startDemo();
});
after(async () => {
  await browser?.close();
  await demo?.stop();
});

const path = "/i/lock-convoy/hypotheses";

const open = (person, options) => demo.open(browser, person, path, options);

const cell = (page, hypothesis, evidence) => page.locator(`.matrix tr[id="row-${hypothesis}"] td[data-e="${evidence}"]`);

test("a hypothesis is proposed by keyboard, and its refuter is a question of its stream at once", async () => {
  const { context, page, complaints } = await open("demo-coordinator");
  await page.keyboard.press("h");
  await page.keyboard.type("The disks of broker A are slow.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("A block while the disks are idle.");
  await page.getByLabel("The stream that goes and looks").first().selectOption("metrics");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+Enter");
  const row = page.locator("article.hyp", { hasText: "The disks of broker A are slow." });
  await row.getByText("untested").waitFor();
  await row.getByText("nobody has looked").waitFor();
  await page.goto(`${demo.address}/i/lock-convoy/s/metrics`);
  await page.getByText("A block while the disks are idle.").first().waitFor();
  await context.close();
  assert.deepEqual(complaints, []);
});

test("a hypothesis without a refuter is refused and what was typed stays", async () => {
  const { context, page } = await open("demo-coordinator");
  await page.keyboard.press("h");
  await page.keyboard.type("It is the network.");
  await page.keyboard.press("Control+Enter");
  await page.locator("details[data-key=h] [role=alert]", { hasText: "nothing is named that would refute it" }).waitFor();
  assert.equal(await page.locator("details[data-key=h] textarea[name=text]").inputValue(), "It is the network.");
  await context.close();
});

test("the answer to its refuter refutes a hypothesis, in a second browser too", async () => {
  const other = await open("demo-coordinator");
  const { context, page, complaints } = await open("demo-metrics");
  const row = page.locator('article.hyp[id="H-6"]');
  await row.getByText("Was Q-26 observed?").click();
  await row.getByLabel("yes", { exact: true }).check();
  await row.getByLabel("Evidence").first().fill("E-91");
  await page.keyboard.press("Enter");
  await row.getByText("refuted", { exact: true }).waitFor();
  await other.page.locator('.matrix tr[id="row-H-6"] .sum', { hasText: "refuted" }).waitFor();
  await context.close();
  await other.context.close();
  assert.deepEqual([complaints, other.complaints], [[], []]);
});

test("others' ratings of a cell show once one has rated it, with the keys alone", async () => {
  const { context, page, complaints } = await open("demo-code-review");
  const target = cell(page, "H-1", "E-55");
  // Two others have rated it: the coordinator and metrics.
  await target.getByText("2 raters").waitFor();
  assert.equal(await target.getByText("mean").count(), 0);
  await target.focus();
  await page.keyboard.press("2");
  await target.getByText("3 raters, mean -1.7").waitFor();
  await context.close();
  assert.deepEqual(complaints, []);
});

test("the arrow keys move through the matrix and stop at its edge", async () => {
  const { context, page } = await open("demo-code-review");
  const place = () => page.evaluate(() => [document.activeElement.dataset.row, document.activeElement.dataset.column]);
  await page.locator('td[data-row="0"][data-column="0"]').focus();
  const seen = [];
  for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft"]) {
    await page.keyboard.press(key);
    seen.push(await place());
  }
  await context.close();
  assert.deepEqual(seen, [["0", "0"], ["0", "1"], ["1", "1"], ["1", "0"], ["1", "0"]]);
});

test("without scripts a hypothesis is proposed and evidence is rated", async () => {
  const { context, page } = await openPage(browser, { javaScriptEnabled: false });
  await demo.enter(context, "demo-metrics");
  await page.goto(`${demo.address}${path}`);
  await page.getByText("Rate another piece of evidence").click();
  const form = page.locator("details", { hasText: "Rate another piece of evidence" }).locator("form");
  await form.getByLabel("Evidence").fill("E-33");
  await form.getByLabel("Hypothesis").selectOption("H-4");
  await form.getByLabel("It is with that").selectOption("consistent");
  await form.getByRole("button", { name: "Rate" }).click();
  await page.goto(`${demo.address}${path}`);
  await cell(page, "H-4", "E-33").getByText("you rated it consistent").waitFor({ state: "attached" });
  await context.close();
});

test("a rating does not travel with the log", async () => {
  const cookie = await demo.be("demo-code-review");
  const stop = new AbortController();
  const answer = await fetch(`${demo.address}/i/lock-convoy/live?after=0`, { headers: { cookie, accept: "text/event-stream" }, signal: stop.signal });
  let text = "";
  for await (const chunk of answer.body) {
    text += Buffer.from(chunk).toString();
    if ((text.match(/"evidence.rated":/g) ?? []).length >= 40) break;
  }
  stop.abort();
  const ratings = [...text.matchAll(/"evidence.rated":\{[^}]*"rating":([^},]+)/g)].map(([, rating]) => rating);
  assert.ok(ratings.length >= 40 && ratings.every((rating) => rating === "null"), [...new Set(ratings)].join(", "));
});
