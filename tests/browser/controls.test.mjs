// Nothing that looks as if it could be pressed is dead.

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

const pages = [
  ["demo-coordinator", "/"],
  ["demo-coordinator", "/new"],
  ["demo-coordinator", "/i/lock-convoy"],
  ["demo-coordinator", "/i/lock-convoy/Q-4"],
  ["demo-metrics", "/i/lock-convoy/s/metrics"],
  ["demo-metrics", "/i/lock-convoy/E-1"],
  ["demo-metrics", "/i/lock-convoy/F-1"],
];

const permissions = ["clipboard-read", "clipboard-write", "notifications"];
const open = (person, path) => demo.open(browser, person, path, { permissions });

for (const [person, path] of pages) {
  test(`every sending button of ${path} belongs to a form that leads somewhere, as ${person}`, async () => {
    const { context, page, complaints } = await open(person, path);
    const dead = await page.evaluate(() => {
      const leads = (form) => form !== null && (form.method === "get" || form.hasAttribute("action"));
      const buttons = [...document.querySelectorAll("button")].filter((button) => button.type !== "button");
      return buttons.filter((button) => !leads(button.form)).map((button) => button.outerHTML);
    });
    await context.close();
    assert.deepEqual({ dead, complaints }, { dead: [], complaints: [] });
  });

  test(`every other button of ${path} does something, as ${person}`, async () => {
    const { context, page, complaints } = await open(person, path);
    // The list of keys has buttons of its own; the folds hide others.
    await page.keyboard.press("?");
    await page.evaluate(() => document.querySelectorAll("details").forEach((fold) => fold.setAttribute("open", "")));
    const dead = [];
    for (const button of await page.locator("button[type=button]:visible").elementHandles()) {
      // One press may have taken another button away.
      if (!(await button.isVisible())) continue;
      const words = await button.innerText();
      const changed = await button.evaluateHandle((element) => ({
        happened: new Promise((resolve) => {
          const isTime = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest("time, .clock");
          const observer = new MutationObserver((changes) => {
            if (changes.every(({ target }) => isTime(target))) return;
            observer.disconnect();
            clearTimeout(timer);
            resolve(true);
          });
          const timer = setTimeout(() => resolve(false), 5000);
          observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
          element.click();
        }),
      }));
      if (!(await changed.evaluate(({ happened }) => happened))) dead.push(words);
    }
    await context.close();
    assert.deepEqual({ dead, complaints }, { dead: [], complaints: [] });
  });
}
