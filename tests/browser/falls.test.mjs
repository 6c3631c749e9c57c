// A claim that falls is seen by everybody at once, wherever something rests on it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startDemo } from "./demo.mjs";
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

const open = (person, path) => demo.open(browser, person, path);

const marked = (page, id) => page.locator(`#note .entry[id="${id}"] .beside.mark`);

test("retracting evidence marks its dependents in a second browser within a second, and standing by one clears it", async () => {
  // N-10 rests on F-27, which rests on E-91 and six others.
  const other = await open("demo-coordinator", "/i/lock-convoy");
  assert.equal(await marked(other.page, "N-10").count(), 0);
  const { context, page, complaints } = await open("demo-metrics", "/i/lock-convoy/E-91");
  await page.getByText("Retract the reading of E-91").first().click();
  await page.getByLabel("Killed by, evidence ids").fill("E-98");
  await page.getByLabel("Why, in one sentence").fill("The rate counts each request twice.");
  const shown = other.page.waitForFunction(() => {
    const found = document.querySelector('#note .entry[id="N-10"] .beside.mark');
    if (found) globalThis.markedAt = performance.timeOrigin + performance.now();
    return found;
  });
  const answered = page.waitForResponse((response) => response.url().includes("/rpc/retract-claim"));
  await page.getByRole("button", { name: "Retract the reading of E-91" }).click();
  await answered;
  const acknowledged = await page.evaluate(() => performance.timeOrigin + performance.now());
  await shown;
  const waited_ms = (await other.page.evaluate(() => globalThis.markedAt)) - acknowledged;
  assert.ok(waited_ms < 1000, `${waited_ms} ms after it was acknowledged`);
  await page.locator(".hold.stop", { hasText: "The rate counts each request twice." }).waitFor();

  const stand = marked(other.page, "N-10");
  await stand.getByText("Stand by N-10").first().click();
  await stand.getByLabel("Why it holds all the same").fill("Two other sources say the same.");
  await other.page.keyboard.press("Enter");
  await stand.waitFor({ state: "detached" });
  await context.close();
  await other.context.close();
  assert.deepEqual([complaints, other.complaints], [[], []]);
});

test("one's own finding is retracted by keyboard", async () => {
  const { context, page, complaints } = await open("demo-metrics", "/i/lock-convoy/F-29");
  await page.keyboard.press("r");
  await page.keyboard.type("E-107");
  await page.keyboard.press("Tab");
  await page.keyboard.type("It was read from the wrong hour.");
  await page.keyboard.press("Control+Enter");
  await page.locator(".hold.stop", { hasText: "It was read from the wrong hour." }).waitFor();
  await context.close();
  assert.deepEqual(complaints, []);
});

test("what has other supports says how many it lost", async () => {
  const { context, page } = await open("demo-metrics", "/i/lock-convoy/F-27");
  await page.locator(".hold.warn", { hasText: "Lost one of 7 supports." }).waitFor();
  await context.close();
});
