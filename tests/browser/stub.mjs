// A source on loopback that answers as a test wants it to, and a server that asks it.

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signIn } from "./desk.mjs";
import { startServer } from "./support.mjs";

const password = "a password for tests";

/** An answer that was recorded from a real server. */
export const sample = (name) => readFile(new URL(`../samples/${name}`, import.meta.url));

/** A source: `answer(request, response, body)` is called for each request. `close()` ends it, hanging requests included. */
export async function startSource(answer) {
  const server = createServer(async (request, response) => {
    const body = [];
    for await (const chunk of request) body.push(chunk);
    await answer(request, response, Buffer.concat(body).toString());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Inquest with accounts Ada and Ben and the given sources (TOML); Ada has opened a solo incident that asks `source`. Both sign in with `password`. */
export async function startRoom(sources, source) {
  const data = await mkdtemp(join(tmpdir(), "inquest-room-"));
  const config = join(data, "inquest.toml");
  await writeFile(config, sources);
  for (const name of ["Ada", "Ben"]) {
    const added = spawnSync(process.env.INQUEST_BIN, ["user", "add", name, "--data", data], { input: password });
    if (added.status !== 0) throw new Error(String(added.stderr));
  }
  let server = await startServer(["serve", "--config", config], { data });
  const ada = await signIn(server.address, "Ada", password);
  const ben = await signIn(server.address, "Ben", password);
  const slug = await ada.send("open-incident", {
    title: "Under test", severity: "2", onset: "2026-09-10 13:00", description: "", labels: "", "sources[0]": source, streams: "", solo: "on",
  });
  /** Gives a browser context somebody's session. */
  async function enter(context, desk) {
    const [name, value] = desk.cookie.split("=");
    await context.addCookies([{ name, value, url: server.address }]);
  }
  return {
    address: server.address, password, slug, ada, ben, enter,
    /** Sends SIGTERM; answers a promise of how the server ends. */
    terminate() {
      process.kill(server.pid, "SIGTERM");
      return server.ended;
    },
    /** Starts it again on the same folder; answers Ada, signed in there. */
    async startAgain() {
      server = await startServer(["serve", "--config", config], { data });
      return signIn(server.address, "Ada", password);
    },
    async stop() {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
