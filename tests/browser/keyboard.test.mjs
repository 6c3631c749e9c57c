// Without a mouse: each key reaches what it is for, and Tab reaches everything.

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

const open = (person, path) => demo.open(browser, person, path);

const room = "/i/lock-convoy";
for (const [key, what, person, path, target] of [
  ["q", "the question", "demo-coordinator", room, "details[data-key=q] [name=text]"],
  ["t", "what happened", "demo-coordinator", room, "details[data-key=t] [name=text]"],
  ["n", "the paragraph", "demo-coordinator", room, "#note textarea[name=text]"],
  ["f", "the finding under the newest result", "demo-metrics", `${room}/s/metrics`, "article.cell .fact [name=text][data-key=f]"],
]) {
  test(`the key ${key} leads to ${what}`, async () => {
    const { context, page, complaints } = await open(person, path);
    await page.keyboard.press(key);
    await page.waitForFunction((target) => document.activeElement === document.querySelector(target), target);
    // The key itself is not typed into the field.
    const value = await page.locator(target).first().inputValue();
    await context.close();
    assert.deepEqual({ value, complaints }, { value: "", complaints: [] });
  });
}

test("the key i opens a new incident", async () => {
  const { context, page, complaints } = await open("demo-coordinator", "/");
  await page.keyboard.press("i");
  await page.waitForURL(`${demo.address}/new`);
  await context.close();
  assert.deepEqual(complaints, []);
});

test("single keys that were switched off do nothing, also after a reload", async () => {
  const { context, page, complaints } = await open("demo-coordinator", room);
  await page.keyboard.press("?");
  await page.getByRole("button", { name: "Switch single keys off" }).click();
  await page.reload();
  await hydrated(page);
  await page.keyboard.press("q");
  const open_folds = await page.locator("details[data-key=q][open]").count();
  await context.close();
  assert.deepEqual({ open_folds, complaints }, { open_folds: 0, complaints: [] });
});

test("the list of keys opens and closes, and in a text field a key is a letter", async () => {
  const { context, page, complaints } = await open("demo-coordinator", room);
  await page.keyboard.press("?");
  await page.getByText("this list").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("this list").waitFor({ state: "hidden" });
  await page.keyboard.press("n");
  await page.keyboard.type("q n t ? f");
  const value = await page.locator("#note textarea").first().inputValue();
  await context.close();
  assert.deepEqual({ value, complaints }, { value: "q n t ? f", complaints: [] });
});

test("the first Tab reaches the skip link, which leads to the content", async () => {
  const { context, page } = await open("demo-coordinator", room);
  await page.keyboard.press("Tab");
  const first = await page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press("Enter");
  const { hash } = new URL(page.url());
  await context.close();
  assert.deepEqual({ first, hash }, { first: "Skip to the content", hash: "#main" });
});

for (const [what, person, path, target] of [
  ["the paragraph", "demo-coordinator", room, "#note textarea[name=text]"],
  ["the query", "demo-metrics", `${room}/s/metrics`, "#run .cm-content, #run textarea[name=text]"],
]) {
  test(`Tab reaches ${what}`, async () => {
    const { context, page } = await open(person, path);
    const stops = await page.locator("a, button, input, select, textarea, summary, [tabindex], [contenteditable]").count();
    let reached = false;
    for (let presses = 0; !reached && presses <= stops; presses += 1) {
      await page.keyboard.press("Tab");
      reached = await page.evaluate((target) => document.activeElement.matches(target), target);
    }
    await context.close();
    assert.ok(reached, `${stops} presses of Tab`);
  });
}
