// What a page costs to load.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hydrated, startDemo } from "./demo.mjs";
import { launchBrowser, openPage } from "./support.mjs";

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

/** The scripts and the wasm that a page loads, as `{ name, size_bytes, encoding }`: what goes over the wire. */
async function loaded(person, path) {
  const { context, page } = await openPage(browser);
  const files = [];
  page.on("response", (response) => files.push(response));
  await demo.enter(context, person);
  await page.goto(`${demo.address}${path}`);
  await hydrated(page);
  await page.waitForLoadState("load");
  const code = files.filter((response) => /\.(js|wasm)$/.test(new URL(response.url()).pathname));
  const sizes = await Promise.all(
    code.map(async (response) => {
      const encoding = await response.headerValue("content-encoding");
      // As it came over the wire, still compressed.
      const { responseBodySize } = await response.request().sizes();
      return { name: new URL(response.url()).pathname.split("/").pop(), size_bytes: responseBodySize, encoding };
    }),
  );
  await context.close();
  return sizes;
}

test("the war room loads the script and the wasm alone, compressed", async () => {
  const files = await loaded("demo-coordinator", "/i/lock-convoy");
  assert.deepEqual(files.map(({ name, encoding }) => [name, encoding]).sort(), [["inquest.js", "br"], ["inquest_bg.wasm", "br"]]);
});

test("the code of the war room stays within its budget", async () => {
  const files = await loaded("demo-coordinator", "/i/lock-convoy");
  const bytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  // The goal is 450 kB; this keeps it from growing until it is reached.
  assert.ok(bytes > 0 && bytes <= 930_000, `${bytes} bytes`);
});
