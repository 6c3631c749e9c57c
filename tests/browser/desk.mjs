// A person at the server's HTTP interface: signs in, sends the forms that the pages send, reads what the pages read.

import { randomUUID } from "node:crypto";

/** Waits until `look` answers something true, and answers that. Fails after `limit_ms` with the words. */
export async function until(what, look, limit_ms = 30_000) {
  const end = Date.now() + limit_ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${limit_ms} ms in vain for: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Signs in by name and password. */
export async function signIn(address, name, password) {
  const answer = await post(address, undefined, "sign-in", { name, password, next: "/" });
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]).find((pair) => pair.startsWith("inquest="));
  if (!cookie) throw new Error(`${name} could not sign in: ${answer.status} ${await answer.text()}`);
  return desk(address, cookie);
}

function post(address, cookie, endpoint, fields) {
  const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  if (cookie) headers.cookie = cookie;
  return fetch(`${address}/rpc/${endpoint}`, { method: "POST", redirect: "manual", headers, body: new URLSearchParams(fields) });
}

function desk(address, cookie) {
  /** Sends a form; answers the JSON of its result. */
  async function send(endpoint, fields) {
    const answer = await post(address, cookie, endpoint, { command_id: randomUUID(), ...fields });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${endpoint}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  async function get(path) {
    const answer = await fetch(`${address}${path}`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  /** Runs a query and waits for its answer; answers the evidence's record in the incident's state. */
  async function run(slug, fields) {
    const started = await send("run-query", { slug, ...fields });
    if (started.is !== "in_line") throw new Error(`not sent: ${JSON.stringify(started)}`);
    return until(`an answer to ${started.evidence}`, async () => {
      const { state } = await (await get(`/i/${slug}/state`)).json();
      const record = state.evidence[started.evidence];
      return record?.what.run?.progress.answered && record;
    });
  }

  return { cookie, send, get, run };
}
