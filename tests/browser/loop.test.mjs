// The fast ways: from a result to the finding in another browser's note, and from a pasted address to the result.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hydrated } from "./demo.mjs";
import { sample, startRoom, startSource } from "./stub.mjs";
import { launchBrowser, openPage } from "./support.mjs";

let browser;
let prometheus;
let search;
let room;
before(async () => {
  browser = await launchBrowser();
  prometheus = await startSource(async (request, response) => {
    const name = request.url.includes("buildinfo") ? "prometheus3/buildinfo.json" : request.url.includes("query_range") ? "prometheus3/range.json" : "prometheus3/ratio.json";
    response.writeHead(200, { "content-type": "application/json" }).end(await sample(name));
  });
  search = await startSource(async (request, response) => {
    const name = request.url === "/" ? "search/es8/root.json" : "search/es8/search_two_hits.json";
    response.writeHead(200, { "content-type": "application/json" }).end(await sample(name));
  });
  room = await startRoom(
    `[[source]]\nname = "prometheus"\nkind = "prometheus"\nurl = "${prometheus.address}"\n[[source]]\nname = "logs"\nkind = "search"\nurl = "${search.address}"\nui_url = "http://kibana.test:5601"\nindex = "kafka-requests-*"\n`,
    "prometheus",
  );
  await room.ada.send("open-stream", { slug: room.slug, name: "logs", source: "logs" });
  const me = (await (await room.ada.get(`/i/${room.slug}/state`)).json()).state.incident.coordinator;
  await room.ada.send("own-stream", { slug: room.slug, stream: "logs", owner: me });
});
after(async () => {
  await browser?.close();
  await room?.stop();
  prometheus?.close();
  search?.close();
});

async function open(desk, path) {
  const opened = await openPage(browser);
  await room.enter(opened.context, desk);
  await opened.page.goto(`${room.address}${path}`);
  await hydrated(opened.page);
  return opened;
}

test("from a result on screen to the finding in the note of a second browser: one text, two keys, under 10 s", async () => {
  await room.ada.run(room.slug, { stream: "prometheus", language: "promql", text: "up", from: "2026-09-10 13:00", to: "2026-09-10 13:10", step: "60" });
  const writer = await open(room.ada, `/i/${room.slug}/s/prometheus`);
  const reader = await open(room.ben, `/i/${room.slug}`);
  const text = "Leadership is uneven from the first sample on.";
  const begun = performance.now();
  await writer.page.keyboard.press("f");
  await writer.page.keyboard.type(text);
  await writer.page.keyboard.press("Enter");
  await reader.page.locator("#note").getByText(text).first().waitFor({ timeout: 10_000 });
  const took = performance.now() - begun;
  assert.ok(took < 10_000, `${took} ms`);
  assert.deepEqual([...writer.complaints, ...reader.complaints], []);
  await writer.context.close();
  await reader.context.close();
});

const grafana = (address) => {
  const panes = { a: { datasource: "prometheus", queries: [{ refId: "A", expr: "sum(up)", datasource: { type: "prometheus" } }], range: { from: "1789045200000", to: "1789045800000" } } };
  return `${address}/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify(panes))}&orgId=1`;
};
const kibana =
  "http://kibana.test:5601/app/discover#/?_g=(time:(from:'2026-09-10T13:00:00.000Z',to:'2026-09-10T13:10:00.000Z'))&_a=(query:(language:lucene,query:'api:Produce'),index:'kafka-requests-*')";

for (const [what, stream, address, expected] of [
  ["a Prometheus graph address", "prometheus", () => `${prometheus.address}/graph?g0.expr=sum(up)&g0.tab=0&g0.end_input=2026-09-10%2013%3A10%3A00&g0.range_input=10m`, "sum(up)"],
  ["a Grafana Explore address", "prometheus", () => grafana("http://grafana.test:3000"), "sum(up)"],
  ["a Kibana Discover address", "logs", () => kibana, "api:Produce"],
]) {
  test(`from ${what} to the result: two keys`, async () => {
    const { context, page, complaints } = await open(room.ada, `/i/${room.slug}/s/${stream}`);
    const before = await page.locator("article.cell").count();
    await page.locator("#paste").fill(address());
    await page.keyboard.press("Enter");
    // What was read stands in the form, and the focus on the button that runs it.
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("Run query"));
    await page.keyboard.press("Enter");
    await page.waitForFunction((count) => document.querySelectorAll("article.cell").length > count, before);
    const cell = page.locator("article.cell").first();
    await cell.getByText(expected).first().waitFor();
    await cell.locator(".oc-value").first().waitFor();
    await context.close();
    assert.deepEqual(complaints, []);
  });
}
