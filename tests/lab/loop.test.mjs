// The whole loop on real input: question, query, evidence, finding, note, retraction; live in a second browser, and there again after
// a restart. The same run against sources whose answers are altered on the way must fail.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launchBrowser, openPage, startServer } from "../browser/support.mjs";
import { signIn } from "../browser/desk.mjs";

const password = "a password of the lab";
const at = { from: "2026-09-10 12:30:00Z", to: "2026-09-10 13:30:00Z", step: "instant" };
const idle = "min by (pod, listener) (kafka_network_processor_idle_percent) < 0.2";
const leaders = "max(kafka_server_replicamanager_leadercount) / avg(kafka_server_replicamanager_leadercount) > 1.3";
// The 75 minutes after the release of broker A, in which batches fail at exactly 240 s and the brokers say nothing.
const tail = JSON.stringify({
  size: 0,
  track_total_hits: true,
  query: { bool: { filter: [{ term: { event: "batch_failed" } }, { range: { "@timestamp": { gte: "2026-09-10T15:33:00Z", lte: "2026-09-10T16:48:00Z" } } }] } },
  // The lab keeps one document for a hundred batches, which says so in its field `count`.
  aggs: { by_duration: { terms: { field: "duration_ms" }, aggs: { batches: { sum: { field: "count" } } } } },
});

let browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser?.close());

/** A server on its own data folder with one account, asking the sources of a configuration. Both go with the test, however it ends. */
async function room(context, config) {
  const data = await mkdtemp(join(tmpdir(), "inquest-lab-"));
  const added = spawnSync(process.env.INQUEST_BIN, ["user", "add", "Ada", "--data", data], { input: password });
  assert.equal(added.status, 0, String(added.stderr));
  let server;
  context.after(async () => {
    await server?.stop();
    await rm(data, { recursive: true, force: true });
  });
  return {
    async start() {
      await server?.stop();
      server = await startServer(["serve", "--config", config], { data });
      return server;
    },
  };
}

/** From an empty server to a finding in the note. Throws where a source does not say what it must. */
async function investigate(address) {
  const ada = await signIn(address, "Ada", password);
  const slug = await ada.send("open-incident", {
    title: "Publisher batches fail at their time budget", severity: "1", onset: "2026-09-02 17:46", description: "", labels: "",
    "sources[0]": "prometheus-main", "sources[1]": "app-logs", streams: "", solo: "on",
  });
  const asked = await ada.send("ask-question", { slug, stream: "prometheus-main", text: "Is exactly one listener starved at 13:30?" });
  const question = asked.ids[0];
  const starved = await ada.run(slug, { stream: "prometheus-main", language: "promql", text: idle, ...at, question });
  assert.deepEqual(
    { outcome: starved.what.run.progress.answered.summary.outcome, headline: starved.what.run.progress.answered.summary.headline.text, series: starved.what.run.progress.answered.summary.series },
    { outcome: "zero", headline: "0", series: 1 },
    "one listener of one broker reads 0",
  );
  const uneven = await ada.run(slug, { stream: "prometheus-main", language: "promql", text: leaders, ...at });
  assert.equal(Number(uneven.what.run.progress.answered.summary.headline.text).toFixed(2), "1.35", "broker A leads 35 % more than the average");
  const failed = await ada.run(slug, {
    stream: "app-logs", language: "dsl", text: tail, index: "app-logs-2026.09.10", from: "2026-09-10 15:33:00Z", to: "2026-09-10 16:48:00Z",
  });
  const raw = await (await ada.get(`/i/${slug}/${failed.id}/raw`)).json();
  assert.deepEqual(
    raw.aggregations.by_duration.buckets.map(({ key, batches }) => [key, batches.value]),
    [[240_000, 22_500]],
    "every batch of the tail fails at exactly 240 s",
  );
  const finding = "On broker A exactly one listener is starved: its processors are idle 0.00.";
  const recorded = await ada.send("record-finding", { slug, stream: "prometheus-main", text: finding, evidence: starved.id, question });
  await ada.send("write-paragraph", { slug, text: `The stall follows leadership: ${uneven.id} reads 1.35. See ${recorded.ids[0]}.` });
  return { ada, slug, finding, id: recorded.ids[0], killer: uneven.id };
}

test("an investigation of the lock convoy on real sources", { timeout: 240_000 }, async (context) => {
  const here = await room(context, process.env.INQUEST_CONFIG);
  let server = await here.start();
  const { ada, slug, finding, id, killer } = await investigate(server.address);

  const [name, value] = ada.cookie.split("=");
  const second = await openPage(browser);
  await second.context.addCookies([{ name, value, url: server.address }]);
  await second.page.goto(`${server.address}/i/${slug}`);
  await second.page.getByText(finding).first().waitFor();

  // Live: what is written now appears without a reload, the retraction beside what it retracts.
  const late = "Written while the second browser looks on.";
  await ada.send("write-paragraph", { slug, text: late });
  await second.page.getByText(late).first().waitFor();
  const why = "Read again: the client listener of broker A was at 0.2 before.";
  await ada.send("retract-claim", { slug, claim: id, killed_by: killer, why });
  await second.page.getByText(why).first().waitFor();
  await second.page.locator("s", { hasText: finding }).first().waitFor();
  assert.deepEqual(second.complaints, []);

  // Restarted: all of it again.
  await second.context.close();
  server = await here.start();
  const third = await openPage(browser);
  await third.context.addCookies([{ name, value, url: server.address }]);
  await third.page.goto(`${server.address}/i/${slug}`);
  for (const text of [late, why, finding]) await third.page.getByText(text).first().waitFor();
  assert.deepEqual(third.complaints, []);
  await third.context.close();
});

/** A configuration like the lab's, with something between one source and the server that alters its answers. */
async function altered(source, from, to) {
  const between = createServer(async (request, response) => {
    const body = [];
    for await (const chunk of request) body.push(chunk);
    const headers = { ...request.headers, "accept-encoding": "identity" };
    delete headers.host;
    delete headers["content-length"];
    const answer = await fetch(new URL(request.url, source), { method: request.method, headers, body: body.length ? Buffer.concat(body) : undefined });
    const text = (await answer.text()).replaceAll(from, to);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" }).end(text);
  });
  between.listen(0, "127.0.0.1");
  await once(between, "listening");
  const address = `http://127.0.0.1:${between.address().port}`;
  const folder = await mkdtemp(join(tmpdir(), "inquest-altered-"));
  const config = join(folder, "inquest.toml");
  await writeFile(config, (await readFile(process.env.INQUEST_CONFIG, "utf8")).replaceAll(source, address));
  return { config, async close() {
    between.close();
    between.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  } };
}

for (const [what, source, from, to] of [
  ["Prometheus' answer", process.env.LAB_PROMETHEUS, /"1\.35\d*"/g, '"1.34"'],
  ["the search engine's answer", process.env.LAB_SEARCH, /"value":22500/g, '"value":22499'],
]) {
  test(`${what} altered on the way is noticed`, { timeout: 120_000 }, async (context) => {
    const between = await altered(source, from, to);
    context.after(() => between.close());
    const here = await room(context, between.config);
    const server = await here.start();
    await assert.rejects(investigate(server.address), { name: "AssertionError" });
  });
}
