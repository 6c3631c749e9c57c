// People hold the levers: proposed, decided, done, measured by what was chosen before.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hydrated } from "./demo.mjs";
import { sample, startRoom, startSource } from "./stub.mjs";
import { findBarriers, launchBrowser, openPage } from "./support.mjs";

let browser;
let prometheus;
let room;
/** When the action is done: 17:41 UTC on 10 September 2026. */
const DONE = Date.UTC(2026, 8, 10, 17, 41) / 1000;
before(async () => {
  browser = await launchBrowser();
  // Produce requests a second: about 11,900 until the action, 33,100 from then on.
  prometheus = await startSource(async (request, response, body) => {
    const address = new URL(request.url, "http://source");
    if (address.pathname.includes("buildinfo")) return response.writeHead(200, { "content-type": "application/json" }).end(await sample("prometheus3/buildinfo.json"));
    const answer = JSON.parse(await sample("prometheus3/range.json"));
    const form = new URLSearchParams(body);
    const [start, end] = ["start", "end"].map((name) => Number(form.get(name) ?? address.searchParams.get(name)));
    const values = [];
    for (let at = start; at <= end; at += 30) values.push([at, at <= DONE ? String(11_870 + (at % 60 ? 290 : 0)) : "33100"]);
    answer.data.result = [{ ...answer.data.result[0], values }];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  room = await startRoom(`[[source]]\nname = "prometheus"\nkind = "prometheus"\nurl = "${prometheus.address}"\n`, "prometheus");
});
after(async () => {
  await browser?.close();
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

test("from a proposal by keyboard to a verdict with its numbers", async () => {
  const { context, page, complaints } = await open(`/i/${room.slug}`);
  await page.keyboard.press("a");
  await page.keyboard.type("Stop the eight replication consumers.");
  await page.getByLabel("Its metric, PromQL").fill("sum(rate(produce_requests_total[1m]))");
  await page.keyboard.press("Control+Enter");
  const lever = page.locator("#board li", { hasText: "Stop the eight replication consumers." });
  await lever.getByText("waits for a decision").waitFor();
  await lever.getByText("Approve or decline A-1").click();
  await lever.getByLabel("approve").check();
  await lever.getByRole("button", { name: "Decide on A-1" }).click();
  await lever.getByText("approved, not done").waitFor();
  await lever.getByText("Record A-1 as done").first().click();
  await lever.getByLabel("By whom").fill("operations");
  await lever.getByLabel("When, UTC").fill("2026-09-10 17:41");
  await lever.getByRole("button", { name: "Record A-1 as done" }).click();
  await lever.getByText("unmeasured, the windows were not compared yet").waitFor();
  await lever.getByText("confirmed: not yet").waitFor();

  await page.goto(`${room.address}/i/${room.slug}/A-1`);
  await hydrated(page);
  for (const window of ["before", "after"]) {
    const row = page.locator("ul.refuters li", { hasText: `${window} ` }).filter({ hasText: "UTC" });
    await page.getByRole("button", { name: `Run the window ${window}` }).click();
    await row.filter({ hasText: /E-\d/ }).first().waitFor();
  }
  await page.getByRole("button", { name: "Compare E-1 with E-2" }).click();
  await page.getByText("improved").first().waitFor();
  const table = page.getByRole("table", { name: "The metric before and after" });
  const cells = (name) => table.getByRole("row", { name: new RegExp(`^${name}`) }).getByRole("cell").allInnerTexts();
  assert.deepEqual(await cells("before"), ["21", "11870", "11870", "12160"]);
  assert.deepEqual(await cells("after"), ["21", "33100", "33100", "33100"].map((text, index) => (index === 1 ? "11870" : text)));
  assert.deepEqual(await findBarriers(page), []);
  await context.close();
  assert.deepEqual(complaints, []);
});

test("an action that is done needs what, who and when, and says that nothing was expected", async () => {
  const { context, page, complaints } = await open(`/i/${room.slug}`);
  await page.getByText("Record what was done").first().click();
  await page.getByLabel("What was done").fill("Publishers from 11 to 20.");
  await page.getByRole("button", { name: "Record what was done" }).click();
  const lever = page.locator("#board li", { hasText: "Publishers from 11 to 20." });
  await lever.getByText("unmeasured, no expectation before").waitFor();
  await context.close();
  assert.deepEqual(complaints, []);
});
