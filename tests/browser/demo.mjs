// The demo incident as the tests use it: who one can be there, and every page of it.

import { openPage, startServer } from "./support.mjs";

/** Starts `inquest demo` in a folder of its own; `be` answers the cookie of one of its people. */
export async function startDemo(options) {
  const server = await startServer(["demo"], options);
  async function be(person) {
    const answer = await fetch(`${server.address}/rpc/become`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin", accept: "text/html" },
      body: new URLSearchParams({ person, next: "/" }),
    });
    const pair = answer.headers.getSetCookie().map((line) => line.split(";")[0]).find((cookie) => cookie.startsWith("inquest="));
    if (!pair) throw new Error(`could not be ${person}: ${answer.status}`);
    return pair;
  }
  /** Gives a browser context the session of one of the demo's people. */
  async function enter(context, person) {
    const [name, value] = (await be(person)).split("=");
    await context.addCookies([{ name, value, url: server.address }]);
  }
  /** Opens a page as one of the demo's people, and waits until the browser's code has taken it over. */
  async function open(browser, person, path, options) {
    const opened = await openPage(browser, options);
    await enter(opened.context, person);
    await opened.page.goto(`${server.address}${path}`);
    await hydrated(opened.page);
    return opened;
  }
  return { ...server, be, enter, open };
}

/** Waits until the browser's code has taken the page over: the clock in the header then ticks. */
export async function hydrated(page) {
  await page.locator("html").evaluate(
    () =>
      new Promise((resolve) => {
        const clock = () => document.querySelector("header time")?.textContent;
        const before = clock();
        if (before === undefined) return resolve();
        const observer = new MutationObserver(() => {
          if (clock() === before) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
}

/** The state of the demo incident as JSON. */
export async function readState(address, cookie) {
  const answer = await fetch(`${address}/i/lock-convoy/state`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`the state: ${answer.status}`);
  return (await answer.json()).state;
}
