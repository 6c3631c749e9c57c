// What proves a claim: predictions sealed before the looking, controls, contradictions.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hydrated, startDemo } from "./demo.mjs";
import { sample, startRoom, startSource } from "./stub.mjs";
import { findBarriers, launchBrowser, openPage } from "./support.mjs";

let browser;
let demo;
let prometheus;
let room;
before(async () => {
  browser = await launchBrowser();
  demo = await startDemo();
  // Before noon there are errors, after it every sample is 0.
  prometheus = await startSource(async (request, response, body) => {
    const address = new URL(request.url, "http://source");
    if (address.pathname.includes("buildinfo")) return response.writeHead(200, { "content-type": "application/json" }).end(await sample("prometheus3/buildinfo.json"));
    const answer = JSON.parse(await sample("prometheus3/range.json"));
    const form = new URLSearchParams(body);
    const start = Number(form.get("start") ?? address.searchParams.get("start"));
    if (start >= Date.UTC(2026, 8, 10, 12) / 1000) for (const series of answer.data.result) series.values = series.values.map(([at]) => [at, "0"]);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  room = await startRoom(`[[source]]\nname = "prometheus"\nkind = "prometheus"\nurl = "${prometheus.address}"\n`, "prometheus");
});
after(async () => {
  await browser?.close();
  await demo?.stop();
  await room?.stop();
  prometheus?.close();
});

async function open(path) {
  const opened = await openPage(browser);
  await room.enter(opened.context, room.ada);
  await opened.page.goto(`${room.address}${path}`);
  await hydrated(opened.page);
  return opened;
}

/** Fills the runner by its labels and sends it by keyboard. */
async function run(page, { query, from, to, expects }) {
  await page.locator("#run-from").fill(from);
  await page.locator("#run-to").fill(to);
  await page.evaluate((query) => {
    const field = document.querySelector("textarea[name=text][data-language]");
    field.value = query;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, query);
  if (expects) await page.getByLabel("I expect").fill(expects);
  await page.locator("#run-to").press("Control+Enter");
}

test("what is expected is sealed and run in one act, and scored beside what came", async () => {
  const { context, page, complaints } = await open(`/i/${room.slug}/s/prometheus`);
  await page.getByLabel("I expect").fill("rises above 5");
  await page.getByRole("button", { name: "Seal and run" }).waitFor();
  await run(page, { query: "sum(rate(sealed_total[5m]))", from: "2026-09-10 10:00", to: "2026-09-10 10:10", expects: "rises above 5" });
  const cell = page.locator("article.cell").first();
  await cell.getByText("sealed before any run on record here").waitFor();
  await cell.getByText("rises above 5").first().waitFor();
  assert.equal(await page.getByLabel("I expect").inputValue(), "", "the line is ready for the next");
  await cell.getByText("Score P-1").click();
  await cell.getByLabel("hit", { exact: true }).check();
  await cell.getByRole("button", { name: "Score", exact: true }).click();
  await cell.locator(".st", { hasText: "hit" }).first().waitFor();
  await page.goto(`${room.address}/i/${room.slug}/hypotheses`);
  const row = page.getByRole("table", { name: "Hits and misses of predictions" }).getByRole("row", { name: /^all/ });
  assert.deepEqual(await row.getByRole("cell").allInnerTexts(), ["1", "0"]);
  await context.close();
  assert.deepEqual(complaints, []);
});

test("a zero is no true zero until its control has found a known event", async () => {
  const { context, page, complaints } = await open(`/i/${room.slug}/s/prometheus`);
  await run(page, { query: "sum(errors_total)", from: "2026-09-10 13:00", to: "2026-09-10 13:10" });
  const cell = page.locator("article.cell", { hasText: "13:00" }).first();
  await cell.getByText("absence unproven").first().waitFor();
  await cell.getByText(/^Run the control of/).click();
  await cell.locator("details[open] [name=from]").fill("2026-09-10 09:00");
  await cell.locator("details[open] [name=to]").fill("2026-09-10 09:10");
  await cell.getByRole("button", { name: "Run the control" }).click();
  await cell.getByText("absence proven by a control").waitFor();
  assert.equal(await cell.getByText("0?").count(), 0, "it reads 0 now");
  await context.close();
  assert.deepEqual(complaints, []);
});

test("a control that asks of another component is refused in words", async () => {
  const asked = room.ada.send("run-query", {
    slug: room.slug,
    stream: "prometheus",
    language: "promql",
    text: "sum(other_total)",
    from: "2026-09-10 09:00",
    to: "2026-09-10 09:10",
    step: "60",
    control_of: "E-2",
  });
  await assert.rejects(asked, /component/);
});

test("a contradiction stands in the war room until somebody explains it with what shows it", async () => {
  const { context, page, complaints } = await open(`/i/${room.slug}/hypotheses`);
  await page.getByText("Note a contradiction").click();
  await page.getByLabel("What does not go together").fill("Errors at nine, none at one.");
  await page.getByLabel("The sides").fill("E-1 E-2");
  await page.getByRole("button", { name: "Note it" }).last().click();
  const row = page.locator("article.hyp", { hasText: "Errors at nine" });
  await row.getByText("open", { exact: true }).waitFor();
  const war = await open(`/i/${room.slug}`);
  await war.page.locator("#board").getByText("Errors at nine").waitFor();
  await row.getByText("Explain X-1").click();
  await row.getByLabel("How all sides can be").fill("The load stopped at noon: E-2.");
  await row.getByRole("button", { name: "Explain" }).click();
  await row.getByText("explained", { exact: true }).waitFor();
  await war.page.waitForFunction(() => !document.querySelector("#board").textContent.includes("Errors at nine"));
  await war.context.close();
  await context.close();
  assert.deepEqual([complaints, war.complaints], [[], []]);
});

for (const [id, words] of [["P-2", "sealed before any run on record here"], ["X-2", "344 ms"]]) {
  test(`the page of ${id} shows what is on record and bars nobody`, async () => {
    const { context, page, complaints } = await demo.open(browser, "demo-coordinator", `/i/lock-convoy/${id}`);
    await page.getByText(words).first().waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await context.close();
    assert.deepEqual(complaints, []);
  });
}
