// SIGTERM: nothing new is taken, what runs is answered and kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "./desk.mjs";
import { sample, startRoom, startSource } from "./stub.mjs";

const fields = { stream: "prometheus", language: "promql", text: "up", from: "2026-09-10 13:00", to: "2026-09-10 14:00", step: "60", index: "", size: "", question: "", rerun_of: "" };

test("a query that runs when the server is stopped is answered and there after the next start", async (context) => {
  const waiting = [];
  const answer = await sample("prometheus3/range.json");
  const source = await startSource((request, response) => {
    if (request.url.includes("query_range")) waiting.push(response);
    else response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const room = await startRoom(`[[source]]\nname = "prometheus"\nkind = "prometheus"\nurl = "${source.address}"\n`, "prometheus");
  context.after(async () => {
    await room.stop();
    source.close();
  });
  const { evidence } = await room.ada.send("run-query", { slug: room.slug, ...fields });
  const response = await until("the query to arrive at the source", () => waiting[0]);
  const ended = room.terminate();
  await until("the server to take nothing new", () => fetch(`${room.address}/healthz`).then(() => false, () => true));
  response.writeHead(200, { "content-type": "application/json" }).end(answer);
  const [code] = await ended;
  const ada = await room.startAgain();
  const { state } = await (await ada.get(`/i/${room.slug}/state`)).json();
  const { outcome } = state.evidence[evidence].what.run.progress.answered.summary;
  assert.deepEqual({ code, outcome }, { code: 0, outcome: "value" });
});
