// Fills dist/: the bundles, the style sheet, and a compressed copy of every file worth compressing.
//
//   node build.mjs [--quick]
//
// The bindings of the wasm module are taken from .bindgen/ and the module itself from dist/, where the build of the wasm left them.
// --quick compresses less hard: for development.

import { existsSync } from "node:fs";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "esbuild";

const quick = process.argv.includes("--quick");
const folder = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const dist = join(folder, "dist");
const smallest_bytes = 1000; // Below this a compressed copy saves no packet.

const bindings = join(folder, ".bindgen", "inquest.js");
const entries = {
  editor: join(folder, "src", "editor.js"),
  charts: join(folder, "src", "charts.js"),
  inquest: join(folder, "..", "style", "index.css"),
};

// What glue code imports when it is needed names another file of dist/, and stays an import of its own.
const lateImports = {
  name: "late imports",
  setup(bundler) {
    bundler.onResolve({ filter: /./ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, external: true } : undefined));
  },
};

// One bundle a file; nothing is fetched from elsewhere when it runs.
async function bundle(entryPoints) {
  await build({
    entryPoints,
    outdir: dist,
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022", "chrome111", "firefox113", "safari16.4"],
    legalComments: "none",
    logLevel: "warning",
    plugins: [lateImports],
  });
}

async function compress(name) {
  const path = join(dist, name);
  const bytes = await readFile(path);
  if (bytes.length < smallest_bytes) return { name, raw: bytes.length };
  const brotli = await promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const gzipped = await promisify(gzip)(bytes, { level: quick ? 5 : 9 });
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
  return { name, raw: bytes.length, brotli: brotli.length, gzip: gzipped.length };
}

await bundle(entries);
if (existsSync(bindings)) await bundle({ inquest: bindings });

const names = (await readdir(dist)).filter((name) => !name.startsWith("."));
await Promise.all(names.filter((name) => /\.(br|gz)$/.test(name)).map((name) => rm(join(dist, name))));
const assets = names.filter((name) => !/\.(br|gz)$/.test(name)).sort();
for (const size of await Promise.all(assets.map(compress))) {
  const columns = [size.raw, size.brotli, size.gzip].map((bytes) => (bytes === undefined ? "-" : (bytes / 1000).toFixed(1)).padStart(8));
  console.log(`   ${size.name.padEnd(18)}${columns[0]} kB${columns[1]} kB brotli${columns[2]} kB gzip`);
}
