// Without the browser's code every form works; and the picture in the README.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
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

test("without scripts: sign in, ask, write, record", async () => {
  const { context, page, complaints } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${demo.address}/i/lock-convoy`);
  await page.getByRole("button", { name: "Coordinator" }).click();
  await page.waitForURL(/\/i\/lock-convoy$/);
  await page.locator("details[data-key=q] > summary").click();
  await page.locator("details[data-key=q] [name=text]").fill("Was any batch late between 17:30 and 17:50?");
  await page.locator("details[data-key=q] button[type=submit]").click();
  await page.getByText("Was any batch late between 17:30 and 17:50?").first().waitFor();
  await page.locator("#note textarea[name=text]").first().fill("A paragraph by a plain form.");
  await page.getByRole("button", { name: /Add paragraph/ }).click();
  await page.locator("#note").getByText("A paragraph by a plain form.").first().waitFor();
  const cookie = await demo.be("demo-metrics");
  const [name, value] = cookie.split("=");
  await context.addCookies([{ name, value, url: demo.address }]);
  await page.goto(`${demo.address}/i/lock-convoy/E-107`);
  await page.locator(".fact input[name=text]").first().fill("A finding by a plain form.");
  await page.getByRole("button", { name: "Record finding" }).first().click();
  await page.goto(`${demo.address}/i/lock-convoy`);
  await page.locator("#note").getByText("A finding by a plain form.").first().waitFor();
  await context.close();
  assert.deepEqual(complaints, []);
});

test("the picture of the war room shows impact, where we stand, streams, note and findings", async () => {
  const { context, page } = await openPage(browser, { viewport: { width: 1440, height: 900 }, colorScheme: "light" });
  await demo.enter(context, "demo-coordinator");
  await page.goto(`${demo.address}/i/lock-convoy`);
  await hydrated(page);
  for (const heading of ["Impact", "Where we stand", "Streams", "Running note", "Latest findings"]) await page.getByRole("heading", { name: heading }).first().waitFor();
  // The picture in the README; written only when it is asked for, so that a test run leaves the tree as it is.
  if (process.env.INQUEST_PICTURES) await writeFile(new URL("../../docs/war-room.png", import.meta.url), await page.screenshot());
  await context.close();
});
