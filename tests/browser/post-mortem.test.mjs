// The post-mortem: readable during the incident, linted, exported.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { startDemo } from "./demo.mjs";
import { findBarriers, launchBrowser, openPage } from "./support.mjs";

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

const path = "/i/lock-convoy/post-mortem";

test("the page tells the incident and what is open in it, and bars nobody", async () => {
  const { context, page, complaints } = await demo.open(browser, "demo-coordinator", path);
  await page.getByText("7 claims were withdrawn; the median time to retraction is 40 min.").waitFor();
  for (const heading of ["Impact", "What was predicted", "What was done, and what it did", "Timeline", "Evidence"]) {
    await page.getByRole("heading", { name: heading, exact: true }).waitFor();
  }
  await page.locator(".pm-lint").getByText("X-2 is not explained").waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await context.close();
  assert.deepEqual(complaints, []);
});

for (const [width, height] of [[1440, 900], [390, 844]]) {
  test(`at ${width} pixels nothing leaves the window`, async () => {
    const { context, page } = await demo.open(browser, "demo-coordinator", path, { viewport: { width, height } });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0);
    await context.close();
  });
}

test("the open points follow what is written, without a reload", async () => {
  const writer = await demo.open(browser, "demo-coordinator", "/i/lock-convoy");
  const reader = await demo.open(browser, "demo-metrics", path);
  await writer.page.keyboard.press("n");
  await writer.page.keyboard.type("It was 17 times as slow.");
  await writer.page.keyboard.press("Control+Enter");
  await reader.page.locator(".pm-lint").getByText("It was 17 times as slow.").waitFor();
  await writer.context.close();
  await reader.context.close();
});

test("the HTML file opens without a network, leads from an id to its evidence, and prints the open points first", async () => {
  const { context, page } = await demo.open(browser, "demo-coordinator", path);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "HTML file" }).click()]);
  const text = await readFile(await file.path(), "utf8");
  await context.close();
  const alone = await openPage(browser, { offline: true });
  await alone.page.setContent(text);
  const first = alone.page.locator("aside.open");
  await first.getByText(/^Exported by Coordinator with \d+ open points$/).waitFor();
  await first.getByText("X-2 is not explained").waitFor();
  const target = await alone.page.locator("#hypotheses a.id").first().getAttribute("href");
  assert.equal(await alone.page.locator(`[id="${target.slice(1)}"]`).count(), 1, `${target} leads somewhere`);
  assert.deepEqual(await findBarriers(alone.page), []);
  const pdf = await alone.page.pdf({ format: "A4" });
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  await alone.context.close();
  assert.deepEqual(alone.complaints, []);
});

test("a file is for readers of the incident only", async () => {
  for (const ending of ["md", "html", "json"]) {
    const nobody = await fetch(`${demo.address}${path}.${ending}`, { redirect: "manual" });
    assert.notEqual(nobody.status, 200, ending);
    const cookie = await demo.be("demo-metrics");
    const other = await fetch(`${demo.address}/i/another-incident/post-mortem.${ending}`, { headers: { cookie } });
    assert.equal(other.status, 404, ending);
  }
});

test("a bundle read over the network keeps the ratings blind", async () => {
  const cookie = await demo.be("demo-code-review");
  const bundle = await (await fetch(`${demo.address}${path}.json`, { headers: { cookie } })).json();
  const ratings = bundle.records.filter(({ kind }) => kind === "evidence.rated");
  assert.ok(ratings.length > 0 && ratings.every(({ body }) => body === null));
});
