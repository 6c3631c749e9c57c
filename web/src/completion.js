// Completion for PromQL, fed by the server of this page, which holds the source's metadata and keeps to the source's policy.

const keep_ms = 60_000;
const silence = "No completion: the source does not answer.";

/**
 * A client for the PromQL completion. Every answer is kept for a minute; a failure completes nothing and is told through `report`.
 * @param {string} address the routes `metric-names`, `label-names`, `label-values` and `metadata` lie below it
 * @param {(sentence: string) => void} report receives a sentence to show, or an empty one when the source answers again
 */
export function completionClient(address, report) {
  const answers = new Map();
  const stopped = new AbortController();

  async function fetchJson(url) {
    const response = await fetch(url, { headers: { accept: "application/json" }, signal: stopped.signal });
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    return response.json();
  }

  async function ask(route, parameters, nothing) {
    const given = Object.entries(parameters).filter(([, value]) => value);
    const url = [`${address}/${route}`, new URLSearchParams(given)].filter(String).join("?");
    const known = answers.get(url);
    if (known && performance.now() - known.at < keep_ms) return known.answer;
    try {
      const answer = await fetchJson(url);
      answers.set(url, { at: performance.now(), answer });
      report("");
      return answer;
    } catch {
      if (!stopped.signal.aborted) report(silence);
      return nothing;
    }
  }

  return {
    metricNames: () => ask("metric-names", {}, []),
    labelNames: (metric) => ask("label-names", { metric }, []),
    labelValues: (label, metric) => ask("label-values", { label, metric }, []),
    metricMetadata: () => ask("metadata", {}, {}),
    // The two below belong to the interface of the editor's PromQL mode, whose completion does not ask them.
    series: async () => [],
    flags: async () => ({}),
    destroy: () => stopped.abort(),
  };
}
