// The note: nothing typed is lost, by whatever goes wrong.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hydrated, startDemo } from "./demo.mjs";
import { launchBrowser } from "./support.mjs";

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

const open = (person, path, options) => demo.open(browser, person, path, options);

test("a draft survives a reload", async () => {
  const { context, page, complaints } = await open("demo-coordinator", "/i/lock-convoy");
  const text = "Half a thought that nobody has saved.";
  await page.keyboard.press("n");
  await page.keyboard.type(text);
  await page.reload();
  await hydrated(page);
  await page.waitForFunction((text) => document.querySelector("#note textarea")?.value === text, text);
  await context.close();
  assert.deepEqual(complaints, []);
});

test("what is written without a connection is kept, and the page catches up when it is back", async () => {
  const { context, page } = await open("demo-coordinator", "/i/lock-convoy");
  const other = await open("demo-metrics", "/i/lock-convoy");
  await context.setOffline(true);
  await page.keyboard.press("n");
  await page.keyboard.type("Written while the line was down.");
  await page.keyboard.press("Control+Enter");
  await page.locator("#note [role=alert], #note .failed").first().waitFor();
  assert.equal(await page.locator("#note textarea").first().inputValue(), "Written while the line was down.");
  await other.page.keyboard.press("n");
  await other.page.keyboard.type("Written by somebody else meanwhile.");
  await other.page.keyboard.press("Control+Enter");
  await other.page.locator("#note .entry", { hasText: "Written by somebody else meanwhile." }).waitFor();
  await context.setOffline(false);
  await page.locator("#note .entry", { hasText: "Written by somebody else meanwhile." }).waitFor({ timeout: 30_000 });
  assert.equal(await page.locator("#note textarea").first().inputValue(), "Written while the line was down.");
  await context.close();
  await other.context.close();
});

test("two editors of one paragraph see both texts, and a third version settles it", async () => {
  const first = await open("demo-coordinator", "/i/lock-convoy?edit=N-9#N-9");
  const second = await open("demo-metrics", "/i/lock-convoy?edit=N-9#N-9");
  const mine = "The first of two texts for one paragraph.";
  const theirs = "The second of two texts for one paragraph.";
  for (const [{ page }, text] of [[first, mine], [second, theirs]]) {
    const area = page.locator("#N-9 textarea").first();
    await area.waitFor();
    await area.fill(text);
  }
  for (const { page } of [first, second]) {
    await page.locator("#N-9 textarea").first().focus();
    await page.keyboard.press("Control+Enter");
  }
  for (const { page } of [first, second]) {
    await page.locator("#N-9 .versus").waitFor();
    for (const text of [mine, theirs]) await page.locator("#N-9 .versus", { hasText: text }).waitFor();
  }
  // The one who keeps a text settles it for both; the other stays as a version.
  await first.page.locator("#N-9 .versus button").first().click();
  for (const { page } of [first, second]) await page.locator("#N-9 .versus").waitFor({ state: "detached" });
  const cookie = await demo.be("demo-coordinator");
  const { state } = await (await fetch(`${demo.address}/i/lock-convoy/state`, { headers: { cookie } })).json();
  const texts = state.paragraphs["N-9"].versions.map((version) => version.text);
  assert.ok(texts.includes(mine) && texts.includes(theirs), "both texts are versions");
  assert.equal(state.paragraphs["N-9"].heads.length, 1);
  assert.deepEqual([...first.complaints, ...second.complaints], []);
  await first.context.close();
  await second.context.close();
});
