// What needs a module of the browser: loading a bundle that lies beside the page's own script.

/**
 * Loads the bundle `kind` (editor, charts) and lets it enhance an element.
 * @param {string} kind
 * @param {Element} element
 * @returns {{ destroy(): void }} to be called when the element goes, even before the bundle has come
 */
export function enhance(kind, element) {
  let gone = false;
  let handle;
  import(new URL(`./${kind}.js`, import.meta.url).href)
    .then((bundle) => {
      if (!gone) handle = bundle.enhance(element);
    })
    // The element works as the server rendered it; that it was not enhanced is worth a line for whoever looks.
    .catch((error) => console.warn(`inquest: ${kind} could not be loaded`, error));
  return {
    destroy() {
      gone = true;
      handle?.destroy();
    },
  };
}

/** Stops what `enhance` began. */
export function release(handle) {
  handle.destroy();
}
