// Every door and everybody who may stand before it: what the server answers, not what a page shows.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { sample, startRoom, startSource } from "./stub.mjs";

let source;
let room;
/** Who stands before the door, with the cookie or token they hold. */
const people = {};

before(async () => {
  source = await startSource(async (request, response) => {
    const name = request.url.includes("buildinfo") ? "buildinfo" : request.url.includes("/label/") ? "label-values" : "range";
    response.writeHead(200, { "content-type": "application/json" }).end(await sample(`prometheus3/${name}.json`));
  });
  room = await startRoom(`[[source]]\nname = "prometheus"\nkind = "prometheus"\nurl = "${source.address}"\n`, "prometheus");
  // A room of several: Ada coordinates and gives the stream to Ben, so the rule of the solo room does not hold.
  people.coordinator = room.ada.cookie;
  people.owner = room.ben.cookie;
  room.slug = await room.ada.send("open-incident", {
    title: "A room of several", severity: "2", onset: "", description: "", labels: "", "sources[0]": "prometheus", streams: "people",
  });
  await room.ben.send("own-stream", { slug: room.slug, stream: "prometheus", owner: await me(room.ben) });
  const link = async (desk, slug, role) => {
    const { address } = await desk.send("join-link", { slug, role, hours: "2" });
    const answer = await form("join", { secret: address.split("/").pop(), name: `A ${role}` });
    return answer.headers.getSetCookie()[0].split(";")[0];
  };
  people.member = await link(room.ada, room.slug, "investigator");
  people.reader = await link(room.ada, room.slug, "reader");
  const other = await room.ben.send("open-incident", { title: "Elsewhere", severity: "3", onset: "", description: "", labels: "", streams: "people", solo: "on" });
  people.stranger = await link(room.ben, other, "investigator");
  people.nobody = undefined;
});
after(async () => {
  await room?.stop();
  source?.close();
});

/** The actor id behind a desk: whoever opens an incident coordinates it. */
async function me(desk) {
  const slug = await desk.send("open-incident", { title: "Who am I", severity: "5", onset: "", description: "", labels: "", streams: "", solo: "on" });
  return (await (await desk.get(`/i/${slug}/state`)).json()).state.incident.coordinator;
}

function form(endpoint, fields, cookie) {
  const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  if (cookie) headers.cookie = cookie;
  const body = new URLSearchParams({ command_id: randomUUID(), ...fields });
  return fetch(`${room.address}/rpc/${endpoint}`, { method: "POST", redirect: "manual", headers, body });
}

// nobody, stranger (a guest of another incident), reader, member, owner of the stream, coordinator
const columns = ["nobody", "stranger", "reader", "member", "owner", "coordinator"];
const run = { stream: "prometheus", language: "promql", text: "up", from: "2026-09-10 13:00", to: "2026-09-10 13:10", step: "60" };
const writes = [
  ["run-query", run, [401, 404, 403, 403, 200, 403]],
  ["ask-question", { stream: "prometheus", text: "Is it even?" }, [401, 404, 403, 200, 200, 200]],
  ["write-paragraph", { text: "Nothing new." }, [401, 404, 403, 200, 200, 200]],
  ["add-moment", { at: "2026-09-10 13:05", precision: "minute", text: "It began." }, [401, 404, 403, 200, 200, 200]],
  ["add-paste", { stream: "people", title: "A text", text: "one line" }, [401, 404, 403, 200, 200, 200]],
  ["add-material", { stream: "people", title: "A link", is: "link", url: "http://example.test/x" }, [401, 404, 403, 200, 200, 200]],
  ["upload-token", { stream: "people" }, [401, 404, 403, 200, 200, 200]],
  ["note-hunch", { text: "Something with the disks." }, [401, 404, 403, 200, 200, 200]],
  ["propose-hypothesis", { text: "It is the disks.", observation: "A block while they are idle.", stream: "people" }, [401, 404, 403, 200, 200, 200]],
  ["seal-prediction", { stream: "people", text: "864", about: "the next dump" }, [401, 404, 403, 200, 200, 200]],
  ["propose-action", { text: "Stop the consumers." }, [401, 404, 403, 200, 200, 200]],
  ["action-done", { text: "One consumer stopped." }, [401, 404, 403, 200, 200, 200]],
  // Nobody of that name takes part: only whoever coordinates gets as far as hearing that.
  ["hand-over", { to: "nobody-here" }, [401, 404, 403, 403, 403, 404]],
  ["end-solo", { streams_to: "" }, [401, 404, 403, 403, 403, 200]],
  ["write-impact", { text: "Nobody is hurt." }, [401, 404, 403, 403, 403, 200]],
  ["write-stand", { text: "We look." }, [401, 404, 403, 403, 403, 200]],
  ["set-update-due", { at: "" }, [401, 404, 403, 403, 403, 200]],
  ["start-pass", { title: "The next" }, [401, 404, 403, 403, 403, 200]],
  ["change-state", { state: "mitigated", why: "" }, [401, 404, 403, 403, 403, 200]],
  ["change-severity", { severity: "3", why: "" }, [401, 404, 403, 403, 403, 200]],
  ["describe-incident", { title: "Another title", onset: "", description: "" }, [401, 404, 403, 403, 403, 200]],
  ["join-link", { role: "reader", hours: "1" }, [401, 404, 403, 403, 403, 200]],
  ["open-stream", { name: "more", source: "" }, [401, 404, 403, 403, 200, 200]],
];
const reads = [
  ["/state", [401, 404, 200, 200, 200, 200]],
  ["/s/prometheus/help/metric-names", [401, 404, 403, 403, 200, 403]],
  ["", [303, 404, 200, 200, 200, 200]],
  ["/hypotheses", [303, 404, 200, 200, 200, 200]],
  ["/s/prometheus", [303, 404, 200, 200, 200, 200]],
  ["/post-mortem", [303, 404, 200, 200, 200, 200]],
  ["/post-mortem.md", [303, 404, 200, 200, 200, 200]],
  ["/post-mortem.html", [303, 404, 200, 200, 200, 200]],
  ["/post-mortem.json", [303, 404, 200, 200, 200, 200]],
];

for (const [endpoint, fields, expected] of writes) {
  test(`POST /rpc/${endpoint}`, async () => {
    const answers = [];
    for (const person of columns) {
      const answer = await form(endpoint, { slug: room.slug, ...fields }, people[person]);
      await answer.text();
      answers.push([person, answer.status]);
    }
    assert.deepEqual(answers, columns.map((person, place) => [person, expected[place]]));
  });
}

for (const [path, expected] of reads) {
  test(`GET /i/…${path}`, async () => {
    const answers = [];
    for (const person of columns) {
      const headers = people[person] ? { cookie: people[person] } : {};
      const answer = await fetch(`${room.address}/i/${room.slug}${path}`, { headers, redirect: "manual" });
      await answer.text();
      answers.push([person, answer.status]);
    }
    assert.deepEqual(answers, columns.map((person, place) => [person, expected[place]]));
  });
}

test("a missing incident and a forbidden one give the same answer", async () => {
  const headers = { cookie: people.stranger };
  const [forbidden, missing] = await Promise.all(
    [room.slug, "no-such-incident"].map(async (slug) => {
      const answer = await fetch(`${room.address}/i/${slug}/state`, { headers });
      return [answer.status, await answer.text()];
    }),
  );
  assert.deepEqual(forbidden, missing);
});

test("a form that another site sends is refused", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site", cookie: people.coordinator };
  const body = new URLSearchParams({ command_id: randomUUID(), slug: room.slug, text: "Not mine." });
  const answer = await fetch(`${room.address}/rpc/write-impact`, { method: "POST", headers, body });
  assert.equal(answer.status, 403);
});

test("an upload token adds a file to its stream and opens no other door", async () => {
  const { curl } = await room.ada.send("upload-token", { slug: room.slug, stream: "people" });
  const authorization = curl.match(/Bearer [^']+/)[0];
  const put = (path) => fetch(`${room.address}${path}`, { method: "PUT", headers: { authorization, "content-type": "text/plain" }, body: "a dump" });
  assert.equal((await put(`/i/${room.slug}/s/people/upload?name=dump.txt`)).status, 201);
  assert.equal((await put(`/i/${room.slug}/s/prometheus/upload?name=dump.txt`)).status, 403);
  assert.equal((await fetch(`${room.address}/i/${room.slug}/state`, { headers: { authorization } })).status, 401);
});

test("a command that is sent twice is carried out once", async () => {
  const fields = { command_id: randomUUID(), slug: room.slug, text: "Only once." };
  const first = await (await form("write-paragraph", fields, people.coordinator)).json();
  const second = await (await form("write-paragraph", fields, people.coordinator)).json();
  assert.deepEqual(second.ids, first.ids);
});

test("every server function is in this table or excused", async () => {
  const excused = new Set([
    // What follows from a record, tested where the record is made: by its owner alone, as `may` says in its own table.
    ..."see-question take-question reassign-question answer-question close-question record-finding complete-finding amend-finding retract-claim affirm-claims add-refuter look-for relate-hypothesis demote-hypothesis propose-cause rate-evidence expect-answer revise-paragraph excuse-absence score-prediction note-contradiction explain-contradiction expect-effect decide-action confirm-action measure-effect cancel-query own-stream close-incident reopen-incident".split(" "),
    // Coming in, opening, and the reads behind the pages above.
    ..."open-incident sign-in sign-out join become incidents war-room stream thing hypotheses post-mortem ratings frame result demo-people read-paste".split(" "),
  ]);
  const folder = new URL("../../app/src/api/", import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".rs"));
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  const all = sources.flatMap((text) => [...text.matchAll(/endpoint = "([a-z-]+)"/g)].map(([, endpoint]) => endpoint));
  const listed = new Set(writes.map(([endpoint]) => endpoint));
  assert.deepEqual(all.filter((endpoint) => !listed.has(endpoint) && !excused.has(endpoint)), []);
});
