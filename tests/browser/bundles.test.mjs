// The two bundles alone, on a page with the product's policy: the editor and the charts without the rest of the interface.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { findBarriers, launchBrowser, openPage } from "./support.mjs";

const dist = new URL("../../web/dist/", import.meta.url);
const types = { js: "text/javascript", css: "text/css" };
const policy =
  "default-src 'self'; script-src 'self' 'nonce-n0'; style-src-elem 'self' 'nonce-n0'; style-src-attr 'unsafe-inline'; frame-ancestors 'none'";

const minute_ms = 60_000;
const start_ms = Date.UTC(2026, 8, 10, 13, 0);
const option = {
  aria: { enabled: true },
  grid: { left: 48, right: 16, top: 16, bottom: 28 },
  tooltip: { trigger: "axis" },
  xAxis: { type: "time", axisLine: { lineStyle: { color: "var(--rule-2)" } }, axisLabel: { color: "var(--ink-2)" } },
  yAxis: { type: "value", splitLine: { lineStyle: { color: "var(--rule)" } }, axisLabel: { color: "var(--ink-2)" } },
  series: [
    {
      name: "idle",
      type: "line",
      lineStyle: { color: "var(--series-1)", width: 2 },
      itemStyle: { color: "var(--series-1)" },
      areaStyle: { color: "var(--accent-wash)" },
      markArea: {
        itemStyle: { color: "var(--paper-3)" },
        data: [[{ xAxis: start_ms + 18 * minute_ms }, { xAxis: start_ms + 40 * minute_ms }]],
      },
      markLine: {
        symbol: "none",
        lineStyle: { color: "var(--ink)", type: "dashed" },
        label: { color: "var(--ink)" },
        data: [{ yAxis: 0.3 }],
      },
      data: Array.from({ length: 61 }, (_, index) => [start_ms + index * minute_ms, index < 18 || index > 40 ? 0.7 : 0]),
    },
    { name: "errors", type: "bar", itemStyle: { color: "var(--stop-fill)" }, data: [[start_ms + 20 * minute_ms, 0.5]] },
  ],
};

const markup = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bundles</title>
<link rel="stylesheet" href="/inquest.css"></head><body><main class="page"><h1>Bundles</h1>
<form class="editor" action="/sent"><label for="query">Query text</label>
<div class="code"><div class="ln" aria-hidden="true">1</div><textarea id="query" name="query" required data-language="promql" data-help="/help">up</textarea></div>
<div class="bar"><label for="body">Query body</label></div>
<div class="code"><textarea id="body" name="body" data-language="json"></textarea></div>
<div class="bar"><button class="primary">Run query</button></div></form>
<figure class="fig"><div id="chart" class="chart" data-spec="/chart" aria-busy="true">The highest value is 0.7.</div><figcaption>Idle ratio</figcaption></figure>
<figure class="fig"><div id="lost" class="chart" data-spec="/nowhere" aria-busy="true">The highest value is 0.7.</div><figcaption>Lost</figcaption></figure>
</main><script type="module" nonce="n0">
import * as editor from "/editor.js"; import * as charts from "/charts.js";
const by = (id) => document.getElementById(id);
window.query = editor.enhance(by("query")); window.body = editor.enhance(by("body"));
window.drawn = charts.enhance(by("chart")); window.events = [];
by("query").addEventListener("input", (event) => window.events.push(event.target.value));
window.loseChart = () => charts.enhance(by("lost"));
</script></body></html>`;

const help = {
  "/help/metric-names": ["kafka_network_processor_idle_percent", "kafka_server_request_queue_size"],
  "/help/label-names?metric=kafka_network_processor_idle_percent": ["pod", "listener"],
  "/help/label-values?label=pod&metric=kafka_network_processor_idle_percent": ["broker-a", "broker-b"],
  "/help/metadata": { kafka_network_processor_idle_percent: [{ type: "gauge", help: "Idle ratio, 0 to 1" }] },
};

const mistake = ".cm-lintRange-error, .cm-lintPoint-error";

let browser;
let site;
let address;
let source_answers = true;

before(async () => {
  site = createServer(async (request, response) => {
    const name = request.url.slice(1);
    const json = request.url === "/chart" ? option : help[request.url];
    if (request.url === "/") response.setHeader("content-security-policy", policy).setHeader("content-type", "text/html").end(markup);
    else if (request.url.startsWith("/help/") && !source_answers) response.writeHead(204).end();
    else if (json) response.setHeader("content-type", "application/json").end(JSON.stringify(json));
    else if (/^\w+\.(js|css)$/.test(name))
      response.setHeader("content-type", types[name.split(".").pop()]).end(await readFile(new URL(name, dist)));
    else if (request.url === "/favicon.ico" || name.startsWith("sent")) response.writeHead(204).end();
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${site.address().port}/`;
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  site?.close();
});

/** Opens the page, waits until the editor is there, runs `steps`, and demands a silent console. */
async function visit(options, steps) {
  const { context, page, complaints } = await openPage(browser, options);
  try {
    await page.goto(address);
    await page.locator("#chart svg").waitFor();
    await steps(page, page.getByRole("textbox", { name: "Query text" }));
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

for (const colorScheme of ["light", "dark"]) {
  test(`nothing is refused by the policy and no barrier is found, ${colorScheme}`, () =>
    visit({ colorScheme }, async (page) => {
      assert.deepEqual(await findBarriers(page), []);
      if (process.env.INQUEST_PICTURES)
        await page.screenshot({ path: `${process.env.INQUEST_PICTURES}/bundles-${colorScheme}.png`, fullPage: true });
    }));
}

test("what is typed reaches the textarea and is announced", () =>
  visit({}, async (page, editor) => {
    await editor.fill("sum(up)");
    assert.equal(await page.locator("#query").inputValue(), "sum(up)");
    assert.equal(await page.evaluate(() => window.events.at(-1)), "sum(up)");
  }));

test("what is set from outside reaches the editor without an echo", () =>
  visit({}, async (page, editor) => {
    await page.locator("#query").evaluate((textarea) => {
      textarea.value = "rate(x[5m])";
      textarea.dispatchEvent(new Event("inquest:set"));
    });
    assert.equal(await editor.innerText(), "rate(x[5m])");
    assert.deepEqual(await page.evaluate(() => window.events), []);
  }));

test("metric names, labels and label values complete with Tab", () =>
  visit({}, async (page, editor) => {
    const accept = async (typed, offered) => {
      await page.keyboard.type(typed);
      const chosen = page.locator("[role=option][aria-selected=true]", { hasText: offered });
      await chosen.waitFor();
      // The list ignores the first moment after it opened, so that no key meant for the text is taken for an answer.
      while (await chosen.isVisible()) await page.keyboard.press("Tab");
    };
    await editor.fill("");
    await accept("kafka_netw", "kafka_network_processor_idle_percent");
    await accept("{po", "pod");
    await accept('="broker-b', "broker-b");
    assert.equal(await page.locator("#query").inputValue(), 'kafka_network_processor_idle_percent{pod="broker-b"}');
  }));

test("a source that does not answer is said once, below the editor", () =>
  visit({}, async (page, editor) => {
    source_answers = false;
    try {
      await editor.fill("");
      await page.keyboard.type("kafka_x");
      await page.getByText("No completion: the source does not answer.").waitFor();
    } finally {
      source_answers = true;
    }
  }));

test("a mistake in PromQL is underlined, an empty JSON body is not", () =>
  visit({}, async (page, editor) => {
    await editor.fill("rate(up)");
    await page.locator(".code:has(#query)").locator(mistake).first().waitFor();
    assert.equal(await page.locator(".code:has(#body)").locator(mistake).count(), 0);
  }));

test("a mistake in JSON is underlined where it stands", () =>
  visit({}, async (page) => {
    await page.getByRole("textbox", { name: "Query body" }).fill('{"query": }');
    assert.equal(await page.locator(".code:has(#body)").locator(mistake).innerText(), "}");
  }));

test("Ctrl Enter sends the form", () =>
  visit({}, async (page, editor) => {
    await editor.fill("up");
    const [request] = await Promise.all([page.waitForRequest(/\/sent/), editor.press("Control+Enter")]);
    assert.equal(new URL(request.url()).searchParams.get("query"), "up");
  }));

test("Tab leaves the editor and its label leads back", () =>
  visit({}, async (page, editor) => {
    await editor.focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Query body");
    await page.getByText("Query text", { exact: true }).click();
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Query text");
  }));

test("destroy puts the textarea back with its text and its demand", () =>
  visit({}, async (page, editor) => {
    await editor.fill("sum(up)");
    await page.evaluate(() => window.query.destroy());
    assert.equal(await page.locator(".code:has(#query) .cm-editor").count(), 0);
    assert.deepEqual(await page.locator("#query").evaluate((textarea) => [textarea.hidden, textarea.required, textarea.value]), [
      false,
      true,
      "sum(up)",
    ]);
  }));

test("a chart takes its colours from the style sheet in both themes", () =>
  visit({ colorScheme: "light" }, async (page) => {
    const light = await resolve(page, "var(--series-1)");
    assert.ok((await coloursOf(page)).has(light));
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await resolve(page, "var(--series-1)");
    assert.notEqual(dark, light);
    assert.ok((await coloursOf(page)).has(dark), "the same drawing follows the theme");
  }));

test("a mark under the pointer keeps its colour", () =>
  visit({}, async (page) => {
    const before = await coloursOf(page);
    await page.locator("#chart").hover({ position: { x: 600, y: 150 } });
    await page.locator("#chart").getByText("idle").first().waitFor();
    const after = await coloursOf(page);
    for (const colour of ["var(--series-1)", "var(--stop-fill)"]) assert.ok(after.has(await resolve(page, colour)), colour);
    assert.ok(before.has("rgb(0, 0, 0)") || !after.has("rgb(0, 0, 0)"), "no mark turned black");
  }));

/** The colours that the chart's marks are painted in. */
async function coloursOf(page) {
  const painted = await page
    .locator("#chart svg path")
    .evaluateAll((paths) => paths.map((path) => getComputedStyle(path)).flatMap(({ fill, stroke }) => [fill, stroke]));
  return new Set(painted);
}

/** What a name of the style sheet stands for in the page's present theme. */
function resolve(page, colour) {
  return page.evaluate((value) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = value;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, colour);
}

test("axis labels are UTC in whatever zone the reader sits", () =>
  visit({ timezoneId: "America/New_York" }, async (page) => {
    const labels = await page.locator("#chart svg text").allTextContents();
    assert.ok(
      labels.some((label) => label.includes("13:")),
      labels.join(" "),
    );
    assert.ok(!labels.some((label) => label.startsWith("09:")), labels.join(" "));
  }));

test("a chart that can't be drawn leaves what stood there and says so", async () => {
  const { context, page } = await openPage(browser);
  try {
    await page.goto(address);
    await page.waitForFunction(() => window.loseChart);
    await page.evaluate(() => window.loseChart());
    await page.getByText("The chart could not be drawn: the server answered 404. The table below is complete.").waitFor();
    assert.ok((await page.locator("#lost").innerText()).startsWith("The highest value is 0.7."));
    assert.equal(await page.locator("#lost").getAttribute("aria-busy"), null);
  } finally {
    await context.close();
  }
});
