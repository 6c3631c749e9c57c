// Coming in: the pages that one sees before anybody knows one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hydrated } from "./demo.mjs";
import { sample, startRoom, startSource } from "./stub.mjs";
import { findBarriers, launchBrowser, openPage } from "./support.mjs";

let browser;
let source;
let room;
before(async () => {
  browser = await launchBrowser();
  source = await startSource(async (request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(await sample("prometheus3/buildinfo.json"));
  });
  room = await startRoom(`[[source]]\nname = "prometheus"\nkind = "prometheus"\nurl = "${source.address}"\n`, "prometheus");
});
after(async () => {
  await browser?.close();
  await room?.stop();
  source?.close();
});

/** The path of a link that lets one person after another in. */
async function makeLink(role) {
  const { address } = await room.ada.send("join-link", { slug: room.slug, role, hours: "2" });
  return new URL(address).pathname;
}

/** Opens a page that has no clock, and waits until its form is in the hands of the browser's code. */
async function open(path, options) {
  const opened = await openPage(browser, options);
  await opened.page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      if (type === "submit") globalThis.takesForms = true;
      return listen.call(this, type, ...rest);
    };
  });
  await opened.page.goto(`${room.address}${path}`);
  await opened.page.waitForFunction(() => globalThis.takesForms);
  return opened;
}

for (const [what, path] of [["sign-in page", () => "/sign-in"], ["page of a join link", () => makeLink("reader")]]) {
  for (const [width, colorScheme] of [[1440, "light"], [390, "dark"]]) {
    test(`the ${what} at ${width} px, ${colorScheme}`, async () => {
      const { context, page, complaints } = await open(await path(), { viewport: { width, height: 900 }, colorScheme });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      const barriers = await findBarriers(page);
      await context.close();
      assert.deepEqual({ complaints, sideways: Math.max(0, sideways), barriers }, { complaints: [], sideways: 0, barriers: [] });
    });
  }
}

test("whoever follows a join link types a name and is in", async () => {
  const { context, page, complaints } = await open(await makeLink("investigator"));
  await page.getByLabel("Your name").fill("Cleo");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/i/${room.slug}$`));
  await hydrated(page);
  await page.locator("header").getByText("Cleo").first().waitFor();
  await context.close();
  assert.deepEqual(complaints, []);
});

test("a name that came by a link is marked so for the others", async () => {
  const { context, page } = await open(await makeLink("investigator"));
  await page.getByLabel("Your name").fill("Dana");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/i/${room.slug}$`));
  await hydrated(page);
  await page.keyboard.press("n");
  await page.keyboard.type("Written by a guest.");
  await page.keyboard.press("Control+Enter");
  const other = await openPage(browser);
  await room.enter(other.context, room.ada);
  await other.page.goto(`${room.address}/i/${room.slug}`);
  await other.page.locator("#note", { hasText: "Written by a guest." }).getByText(/Dana.*by link/).first().waitFor();
  await context.close();
  await other.context.close();
});

test("a wrong password is told without saying whether the name exists", async () => {
  const said = [];
  for (const name of ["Ada", "Nobody of that name"]) {
    const { context, page } = await open("/sign-in");
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill("not the password");
    await page.keyboard.press("Enter");
    said.push(await page.locator(".door [role=alert]").innerText());
    await context.close();
  }
  assert.equal(said[0], said[1]);
});

test("after signing in one is where one wanted to go", async () => {
  const { context, page, complaints } = await open(`/i/${room.slug}/s/prometheus`);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password").fill(room.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${room.address}/i/${room.slug}/s/prometheus`);
  await hydrated(page);
  await context.close();
  assert.deepEqual(complaints, []);
});
