// Sources that do not answer as they should, as people see them: in words, never as a zero.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "./desk.mjs";
import { hydrated } from "./demo.mjs";
import { startRoom, startSource } from "./stub.mjs";
import { launchBrowser, openPage } from "./support.mjs";

let browser;
let room;
const sources = {};
const waiting = [];
before(async () => {
  browser = await launchBrowser();
  sources.page = await startSource((request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<html><head><title>Node Exporter</title></head><body>metrics</body></html>");
  });
  sources.hanging = await startSource((request, response) => new Promise(() => waiting.push(response)));
  sources.dead = await startSource(() => {});
  sources.dead.close();
  const lines = ["page", "hanging", "dead"].map(
    (name) => `[[source]]\nname = "${name}"\nkind = "prometheus"\nurl = "${sources[name].address}"\npolicy = { timeout_secs = ${name === "hanging" ? 2 : 5} }\n`,
  );
  lines.push(`[[source]]\nname = "slow"\nkind = "prometheus"\nurl = "${sources.hanging.address}"\npolicy = { timeout_secs = 60 }\n`);
  room = await startRoom(lines.join(""), "page");
  const me = (await (await room.ada.get(`/i/${room.slug}/state`)).json()).state.incident.coordinator;
  for (const name of ["hanging", "dead", "slow"]) {
    await room.ada.send("open-stream", { slug: room.slug, name, source: name });
    await room.ada.send("own-stream", { slug: room.slug, stream: name, owner: me });
  }
});
after(async () => {
  await browser?.close();
  await room?.stop();
  sources.page?.close();
  sources.hanging?.close();
});

const query = { language: "promql", text: "up", from: "2026-09-10 13:00", to: "2026-09-10 13:10", step: "60" };

for (const [name, words, todo] of [
  ["page", /could not ask: .*exporter/i, /Prometheus/],
  ["hanging", /could not ask: .*(2 s|time)/i, /narrow|shorter|again/i],
  ["dead", /could not ask: /i, /again|check|running/i],
]) {
  test(`a source that is ${name} ends in words that say what to do`, async () => {
    await room.ada.run(room.slug, { stream: name, ...query });
    const { context, page, complaints } = await openPage(browser);
    await room.enter(context, room.ada);
    await page.goto(`${room.address}/i/${room.slug}/s/${name}`);
    await hydrated(page);
    const cell = page.locator("article.cell").first();
    await cell.locator(".oc-cant").waitFor();
    const text = await cell.innerText();
    assert.match(text, words);
    assert.match(text, todo);
    assert.equal(await cell.locator(".oc-zero, .oc-unproven").count(), 0);
    await context.close();
    assert.deepEqual(complaints, []);
  });
}

test("a run is seen by everybody while it runs, and ends when it is stopped", async () => {
  const started = await room.ada.send("run-query", { slug: room.slug, stream: "slow", ...query });
  const { context, page, complaints } = await openPage(browser);
  await room.enter(context, room.ben);
  await page.goto(`${room.address}/i/${room.slug}`);
  await hydrated(page);
  await page.locator(".runs").getByText(started.evidence).first().waitFor();
  await room.ada.send("cancel-query", { slug: room.slug, evidence: started.evidence });
  await page.locator(".runs").getByText(started.evidence).first().waitFor({ state: "detached" });
  const { state } = await (await room.ada.get(`/i/${room.slug}/state`)).json();
  assert.equal(state.evidence[started.evidence].what.run.progress.ended.how, "cancelled");
  await context.close();
  assert.deepEqual(complaints, []);
});

test("the words of a source that fails break where the window ends", async () => {
  const { context, page, complaints } = await openPage(browser, { viewport: { width: 390, height: 900 } });
  await room.enter(context, room.ada);
  const wider = [];
  for (const path of [`/i/${room.slug}`, `/i/${room.slug}/s/page`]) {
    await page.goto(`${room.address}${path}`);
    await hydrated(page);
    wider.push(await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth)));
  }
  await context.close();
  assert.deepEqual({ wider, complaints }, { wider: [0, 0], complaints: [] });
});

test("a try that was never sent is kept, and is no evidence", async () => {
  const before = Object.keys((await (await room.ada.get(`/i/${room.slug}/state`)).json()).state.evidence).length;
  const refused = await room.ada.send("run-query", { slug: room.slug, stream: "page", ...query, text: "sum(up" });
  assert.equal(refused.is, "not_sent");
  const { state } = await (await room.ada.get(`/i/${room.slug}/state`)).json();
  assert.equal(Object.keys(state.evidence).length, before);
  await until("the try", () => state.tries.some((kept) => kept.query.ask.text === "sum(up"));
});
