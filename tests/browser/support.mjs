// What every browser test needs: a browser that remembers each complaint, and the real server in a folder of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

// The npm packages live in web/; this folder has none of its own.
const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");

/** Starts the system's Chromium. Close it with `close()`. */
export async function launchBrowser() {
  return chromium.launch({
    executablePath: process.env.INQUEST_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", // Tests often run as root in a container, where the sandbox can't start.
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/**
 * Opens a page in a fresh profile. `complaints` collects every console error and warning, every uncaught error and every request that
 * left loopback; a test ends by asserting that it is empty.
 * @param {import("playwright-core").BrowserContextOptions} options for example `{ colorScheme: "dark" }`
 */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: "America/New_York", ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1") complaints.push(`request to ${hostname}`);
  });
  return { context, page, complaints };
}

/** The violations of WCAG 2.2 A and AA that axe finds on the page, one line each. */
export async function findBarriers(page) {
  // Evaluated instead of injected as a script, which the page's policy would rightly refuse.
  await page.evaluate(await readFile(axe, "utf8"));
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }),
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}`));
}

/**
 * Starts the server that INQUEST_BIN names, on a free port, with its data in a temporary folder, and waits until it listens.
 * @param {string[]} command for example `["demo"]`
 * @param {{ data?: string, env?: Record<string, string> }} options `data` reuses a folder, which is then kept
 * @returns {Promise<{ address: string, data: string, pid: number, ended: Promise<unknown>, stop(): Promise<void> }>}
 */
export async function startServer(command, options = {}) {
  const binary = process.env.INQUEST_BIN;
  if (!binary) throw new Error("INQUEST_BIN names no server; run the tests with `cargo xtask test browser`");
  const data = options.data ?? (await mkdtemp(join(tmpdir(), "inquest-browser-")));
  const server = spawn(binary, [...command, "--listen", "127.0.0.1:0", "--data", data], {
    env: { PATH: process.env.PATH, HOME: data, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = [];
  const ended = once(server, "exit");
  const address = await new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        said.push(line);
        const found = line.match(/listening on (http:\/\/127\.0\.0\.1:\d+)/);
        if (found) resolve(found[1]);
      });
    }
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`${binary} ended with ${code} before it listened:\n${said.join("\n")}`)));
  });
  return {
    address,
    data,
    pid: server.pid,
    ended,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) process.kill(server.pid, "SIGTERM");
      await ended;
      if (!options.data) await rm(data, { recursive: true, force: true });
    },
  };
}
