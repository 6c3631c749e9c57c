// What was acknowledged survives kill -9 of the real server, whatever it was doing.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { signIn } from "./desk.mjs";
import { startServer } from "./support.mjs";

const rounds = Number(process.env.INQUEST_KILL_ROUNDS ?? 12);
const password = "a password for tests";

test(`${rounds} times killed in mid-write, nothing acknowledged is lost and the chain holds`, { timeout: 300_000 }, async (context) => {
  const data = await mkdtemp(join(tmpdir(), "inquest-kill-"));
  let server;
  context.after(async () => {
    await server?.stop();
    await rm(data, { recursive: true, force: true });
  });
  const added = spawnSync(process.env.INQUEST_BIN, ["user", "add", "Ada", "--data", data], { input: password });
  assert.equal(added.status, 0, String(added.stderr));
  const acknowledged = [];
  let slug;
  for (let round = 0; round < rounds; round += 1) {
    server = await startServer(["serve"], { data });
    const ada = await signIn(server.address, "Ada", password);
    slug ??= await ada.send("open-incident", { title: "Killed", severity: "3", onset: "", description: "", labels: "", streams: "people", solo: "on" });
    let stopped = false;
    const writer = async (name) => {
      for (let number = 0; !stopped; number += 1) {
        const text = `Round ${round}, writer ${name}, number ${number}.`;
        try {
          const fields = number % 3 === 0 ? ["add-paste", { stream: "people", title: text, text: text.repeat(200) }] : ["write-paragraph", { text }];
          const made = await ada.send(fields[0], { slug, ...fields[1] });
          acknowledged.push([made.ids[0], text]);
        } catch (error) {
          // The server is gone in the middle of this one: it was not acknowledged.
          if (!stopped) throw error;
        }
      }
    };
    const writers = ["a", "b", "c", "d"].map(writer);
    // Each round is killed at another number of writes, so that the moment differs.
    const enough = acknowledged.length + 5 + ((round * 7) % 23);
    while (acknowledged.length < enough) await new Promise((resolve) => setImmediate(resolve));
    stopped = true;
    process.kill(server.pid, "SIGKILL");
    await Promise.all(writers);
    await server.ended;
  }
  const verified = spawnSync(process.env.INQUEST_BIN, ["verify", slug, "--data", data]);
  assert.equal(verified.status, 0, `${verified.stdout}${verified.stderr}`);
  server = await startServer(["serve"], { data });
  const ada = await signIn(server.address, "Ada", password);
  const { state } = await (await ada.get(`/i/${slug}/state`)).json();
  const lost = acknowledged.filter(([id, text]) => {
    const kept = id.startsWith("N-") ? state.paragraphs[id]?.versions[0].text : state.evidence[id]?.what.material.title;
    return kept !== text;
  });
  assert.deepEqual(lost, []);
  for (const id of acknowledged.map(([id]) => id).filter((id) => id.startsWith("E-")).slice(-5)) await ada.get(`/i/${slug}/${id}/raw`);
});
