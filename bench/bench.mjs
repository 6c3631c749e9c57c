// The figures that Inquest means to keep, measured on the release binary from outside, beside their goals.
//
// Run it with `cargo xtask bench`, which builds what it needs. It prints a table and writes bench/results/<day>-<commit>.json.
// Every duration is in milliseconds. Ratios and differences are of pairs measured one after the other in this very run.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { signIn } from "../tests/browser/desk.mjs";

const binary = process.env.INQUEST_BIN;
const root = fileURLToPath(new URL("..", import.meta.url));
const password = "a password for the bench";
const slugs = { large: 10_000 };

const figures = [];
function note(what, value, unit, goal, met) {
  figures.push({ what, value: Number(value.toFixed(3)), unit, goal, met });
  console.log(`${met ? "ok  " : "MISS"} ${what}: ${value.toFixed(2)} ${unit} (goal: ${goal})`);
}

const quantile = (values, q) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))];

/** Starts a program and waits for a line that matches; answers what it captured, and the time it took. */
async function start(program, args, pattern) {
  const begun = performance.now();
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const captured = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        const found = line.match(pattern);
        if (found) resolve(found[1]);
      });
    }
    child.once("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
  });
  const millis = performance.now() - begun;
  return { child, captured, millis, async stop() {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  } };
}

const serve = (data, config) =>
  start(binary, ["serve", "--listen", "127.0.0.1:0", "--data", data, "--config", config, "--log", "warn"], /listening on (http:\S+?),/);

/** Resident memory in MiB. */
async function resident(pid) {
  const kib = (await readFile(`/proc/${pid}/status`, "utf8")).match(/VmRSS:\s+(\d+)/)[1];
  return Number(kib) / 1024;
}

/** Follows an incident; `seen` maps each seq to the time it arrived. */
async function follow(address, cookie, slug, after, seen, onEntry = () => {}) {
  const abort = new AbortController();
  const answer = await fetch(`${address}/i/${slug}/live?after=${after}`, { headers: { cookie }, signal: abort.signal });
  const reading = (async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of answer.body) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const seq = block.match(/^id: ?(\d+)$/m)?.[1];
        if (!seq) continue;
        seen.set(Number(seq), performance.now());
        onEntry(block);
      }
    }
  })().catch((error) => {
    if (error.name !== "AbortError") throw error;
  });
  return { async close() {
    abort.abort();
    await reading;
  } };
}

async function until(what, look) {
  const end = performance.now() + 60_000;
  while (!look()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const folder = await mkdtemp(join(tmpdir(), "inquest-bench-"));
const data = join(folder, "data");
const config = join(folder, "inquest.toml");
const scrape = join(folder, "prometheus.yml");
await writeFile(scrape, "scrape_configs: []\n");
const free = await new Promise((resolve) => {
  import("node:net").then(({ createServer }) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
});
const prometheus = await start(
  "prometheus",
  [`--config.file=${scrape}`, `--storage.tsdb.path=${join(folder, "tsdb")}`, `--web.listen-address=127.0.0.1:${free}`],
  /(Server is ready)/,
);
const source = `http://127.0.0.1:${free}`;
await writeFile(config, `[[source]]\nname = "prometheus"\nkind = "prometheus"\nurl = "${source}"\n`);
execFileSync(binary, ["user", "add", "Ada", "--data", data], { input: password });

// Start and idle memory.
const starts = [];
for (let round = 0; round < 10; round += 1) {
  const server = await serve(data, config);
  starts.push(server.millis);
  await server.stop();
}
note("start to ready, median of 10", quantile(starts, 0.5), "ms", "< 100", quantile(starts, 0.5) < 100);
let server = await serve(data, config);
note("idle memory", await resident(server.child.pid), "MiB", "< 64", (await resident(server.child.pid)) < 64);

// A large incident.
const ada = await signIn(server.captured, "Ada", password);
const slug = await ada.send("open-incident", {
  title: "Large", severity: "3", onset: "", description: "", labels: "", "sources[0]": "prometheus", streams: "", solo: "on",
});
let seq = 0;
const writes = [];
for (let number = 1; seq < slugs.large; number += 1) {
  const begun = performance.now();
  seq = (await ada.send("write-paragraph", { slug, text: `Paragraph ${number}: nothing new is known, the broker is watched.` })).seq;
  writes.push(performance.now() - begun);
}
const last = writes.slice(-1000);
note("append acknowledged, p99 of the last 1,000 of 10,000", quantile(last, 0.99), "ms", "< 10", quantile(last, 0.99) < 10);

const bytes = [];
for (let round = 0; round < 30; round += 1) {
  const begun = performance.now();
  const answer = await fetch(`${server.captured}/i/${slug}`, { headers: { cookie: ada.cookie } });
  bytes.push(performance.now() - begun);
  await answer.text();
}
note("war room of 10,000 events, first byte, median of 30", quantile(bytes, 0.5), "ms", "< 50", quantile(bytes, 0.5) < 50);

// Live readers.
const readers = [];
for (let number = 0; number < 200; number += 1) {
  const seen = new Map();
  readers.push({ seen, stream: await follow(server.captured, ada.cookie, slug, seq, seen) });
}
const late = [];
for (let round = 0; round < 50; round += 1) {
  const begun = performance.now();
  const made = await ada.send("write-paragraph", { slug, text: `Live ${round}.` });
  await until("200 readers", () => readers.every(({ seen }) => seen.has(made.seq)));
  late.push(...readers.map(({ seen }) => seen.get(made.seq) - begun));
}
note("sent to visible in 200 readers, p99", quantile(late, 0.99), "ms", "< 50", quantile(late, 0.99) < 50);
await Promise.all(readers.map(({ stream }) => stream.close()));

// A query through Inquest beside the same query straight to the source.
const small = await ada.send("open-incident", {
  title: "Small", severity: "3", onset: "", description: "", labels: "", "sources[0]": "prometheus", streams: "", solo: "on",
});
const answered = new Map();
let count = 0;
const stream = await follow(server.captured, ada.cookie, small, 0, answered, (block) => {
  if (block.includes('"query.answered"')) count += 1;
});
const through = [];
const direct = [];
const end = Math.floor(Date.now() / 1000);
for (let round = 0; round < 100; round += 1) {
  let begun = performance.now();
  const straight = await fetch(`${source}/api/v1/query_range`, {
    method: "POST",
    body: new URLSearchParams({ query: "vector(1)", start: String(end - 3600), end: String(end), step: "60" }),
  });
  await straight.arrayBuffer();
  direct.push(performance.now() - begun);
  const before = count;
  begun = performance.now();
  await ada.send("run-query", {
    slug: small, stream: "prometheus", language: "promql", text: "vector(1)", from: String(end - 3600), to: String(end), step: "60",
  });
  await until("the answer", () => count > before);
  through.push(performance.now() - begun);
}
await stream.close();
const added = quantile(through, 0.5) - quantile(direct, 0.5);
note(`a query through Inquest adds, p50 (direct ${quantile(direct, 0.5).toFixed(2)} ms)`, added, "ms", "< 3", added < 3);
await server.stop();
await prometheus.stop();

// The fold.
const fold = execFileSync("cargo", ["run", "--quiet", "--release", "--package", "ledger", "--example", "fold_speed"], { cwd: root }).toString();
const rates = [...fold.matchAll(/([\d.,]+)\s*(M|million)?\s*events\/s/g)].map(([, number, million]) => Number(number.replaceAll(",", "")) * (million ? 1e6 : 1));
note("fold, slowest of the sizes measured", Math.min(...rates) / 1e6, "million events/s", ">= 1", Math.min(...rates) >= 1e6);

// What the war room loads.
const dist = join(root, "web", "dist");
const loaded = (await readdir(dist)).filter((name) => /^inquest.*\.(js|wasm)\.br$/.test(name));
let size = 0;
for (const name of loaded) size += (await stat(join(dist, name))).size;
note("wasm and script of the war room, brotli", size / 1000, "kB", "<= 450", size <= 450_000);

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root }).toString().trim();
const machine = { processor: cpus()[0].model, cores: cpus().length, memory_gib: Math.round(totalmem() / 2 ** 30), node: process.version };
const day = new Date().toISOString().slice(0, 10);
await mkdir(join(root, "bench", "results"), { recursive: true });
await writeFile(join(root, "bench", "results", `${day}-${commit}.json`), `${JSON.stringify({ day, commit, machine, figures }, null, 2)}\n`);
await rm(folder, { recursive: true, force: true });
const missed = figures.filter(({ met }) => !met).length;
console.log(`\n${figures.length - missed} of ${figures.length} goals met; kept in bench/results/${day}-${commit}.json`);
