// Charts: draws the ECharts option that the server made, in place of what the server rendered.
//
// Colours arrive as names of the style sheet (`var(--series-1)`) and are passed through to the SVG, so one drawing serves both themes
// and the printer. Nothing here computes a number; the table beside the chart is the complete form of it.

import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import {
  AriaComponent,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

use([
  AriaComponent,
  BarChart,
  CustomChart,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  LineChart,
  MarkAreaComponent,
  MarkLineComponent,
  ScatterChart,
  SVGRenderer,
  TooltipComponent,
]);

/**
 * Draws the chart of `element`, whose `data-spec` is the address of an ECharts option in JSON. The element has a size of its own.
 * @param {HTMLElement} element
 * @returns {{ destroy(): void }}
 */
export function enhance(element) {
  const stopped = new AbortController();
  let chart;
  let observer;

  async function draw() {
    const option = await fetchOption(element.dataset.spec, stopped.signal);
    const host = document.createElement("div");
    host.className = "chart-host";
    const before = [...element.childNodes];
    element.replaceChildren(host);
    try {
      chart = init(host, null, { renderer: "svg" });
      chart.setOption(withPageDefaults(option, getComputedStyle(element)));
    } catch (error) {
      chart?.dispose();
      element.replaceChildren(...before);
      throw error;
    }
    observer = new ResizeObserver(() => chart.resize());
    observer.observe(element);
  }

  draw()
    .catch((error) => {
      if (stopped.signal.aborted) return;
      const sentence = document.createElement("p");
      sentence.className = "meta chart-failed";
      sentence.textContent = `The chart could not be drawn: ${error.message}. The table below is complete.`;
      element.append(sentence);
    })
    .finally(() => element.removeAttribute("aria-busy"));

  return {
    destroy() {
      stopped.abort();
      observer?.disconnect();
      chart?.dispose();
    },
  };
}

async function fetchOption(address, signal) {
  let response;
  try {
    response = await fetch(address, { headers: { accept: "application/json" }, signal });
  } catch {
    throw new Error("the server can't be reached");
  }
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  try {
    return await response.json();
  } catch {
    throw new Error("the server's answer is not a chart");
  }
}

/** Fills what the option leaves open from the page: its face, UTC, no motion, tooltips on its own paper. */
function withPageDefaults(option, style) {
  return {
    animation: false,
    ...option,
    useUTC: true, // Every time on a page is UTC, whatever the reader's clock says.
    // Text is measured on a canvas, which does not know the style sheet's names: so the face itself, not its name.
    textStyle: { fontSize: 12, color: "var(--ink-2)", ...option.textStyle, fontFamily: style.fontFamily },
    tooltip: {
      confine: true,
      backgroundColor: "var(--paper)",
      borderColor: "var(--rule-2)",
      borderRadius: 2,
      extraCssText: "box-shadow: none",
      textStyle: { color: "var(--ink)", fontSize: 12 },
      ...option.tooltip,
    },
    series: [option.series ?? []].flat().map(withPlainEmphasis),
  };
}

/** Under the pointer a mark keeps its colour: ECharts would lighten it, which it can't do to the name of a colour. */
function withPlainEmphasis(series) {
  const inherit = { color: "inherit" };
  return { emphasis: { itemStyle: inherit, lineStyle: inherit, areaStyle: inherit }, ...series };
}
