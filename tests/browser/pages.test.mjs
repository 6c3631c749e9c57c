// Every page: it is taken over without a word in the console, fits its window, and has no barrier.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hydrated, readState, startDemo } from "./demo.mjs";
import { findBarriers, launchBrowser, openPage } from "./support.mjs";

let browser;
let demo;
before(async () => {
  browser = await launchBrowser();
  demo = await startDemo();
});
after(async () => {
  await browser?.close();
  await demo?.stop();
});

const room = "/i/lock-convoy";
const pages = [
  "/", "/new", room, `${room}/hypotheses`,
  ...["metrics", "broker-logs", "application-logs", "code-review", "war-room"].map((stream) => `${room}/s/${stream}`),
  // One of each kind: a range, an instant, no data, could not ask, cancelled, a statement or file; then what cites them.
  ...["E-1", "E-2", "E-3", "E-52", "E-53", "E-55", "F-1", "F-16", "Q-4", "R-1", "N-3", "M-1", "H-2", "H-3", "H-4"].map((id) => `${room}/${id}`),
  "/nowhere",
];

for (const person of ["demo-coordinator", "demo-metrics"]) {
  for (const path of pages) {
    for (const [width, colorScheme] of [[1440, "light"], [390, "dark"]]) {
      test(`${path} at ${width} px, ${colorScheme}, as ${person}`, async () => {
        const { context, page, complaints } = await openPage(browser, { viewport: { width, height: 900 }, colorScheme });
        await demo.enter(context, person);
        await page.goto(`${demo.address}${path}`);
        await hydrated(page);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        const barriers = await findBarriers(page);
        await context.close();
        // A page that is none is answered 404, which Chromium names in the console.
        const unexpected = complaints.filter((complaint) => path !== "/nowhere" || !complaint.includes("404"));
        assert.deepEqual({ unexpected, sideways: Math.max(0, sideways), barriers }, { unexpected: [], sideways: 0, barriers: [] });
      });
    }
  }
}

test("every piece of evidence opens with its query or what it is, its time and its raw body", async () => {
  const cookie = await demo.be("demo-coordinator");
  const { evidence } = await readState(demo.address, cookie);
  const wrong = [];
  for (const [id, record] of Object.entries(evidence)) {
    const answer = await fetch(`${demo.address}${room}/${id}`, { headers: { cookie } });
    const text = await answer.text();
    if (!answer.ok || !text.includes(id)) wrong.push(`${id}: ${answer.status}`);
    const { run, material } = record.what;
    if (run && !(text.includes("UTC") && /<pre[^>]*class="[^"]*evq/.test(text))) wrong.push(`${id}: no query or window`);
    const body = run ? run.progress.answered?.raw : material.raw;
    if (!body) continue;
    const raw = await fetch(`${demo.address}${room}/${id}/raw`, { headers: { cookie } });
    if (!raw.ok || (await raw.arrayBuffer()).byteLength !== body.size_bytes) wrong.push(`${id}: raw body ${raw.status}`);
  }
  assert.deepEqual(wrong, []);
  assert.ok(Object.keys(evidence).length > 60);
});

test("no link of the room, its streams and their pages is dead", async () => {
  const cookie = await demo.be("demo-metrics");
  const seen = new Set();
  const queue = ["/", room];
  const dead = [];
  while (queue.length > 0) {
    const path = queue.shift();
    const answer = await fetch(`${demo.address}${path}`, { headers: { cookie }, redirect: "manual" });
    if (answer.status !== 200) dead.push(`${path}: ${answer.status}`);
    if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
    for (const [, href] of (await answer.text()).matchAll(/<a [^>]*href="([^"#]+)/g)) {
      // One visit a page: the runner's links differ in their query only.
      const { origin, pathname: target } = new URL(href.replaceAll("&amp;", "&"), demo.address + path);
      if (origin === demo.address && !seen.has(target)) {
        seen.add(target);
        queue.push(target);
      }
    }
  }
  assert.deepEqual(dead, []);
  assert.ok(seen.size > 100, `${seen.size} pages were reached`);
});
