// @ts-check
import fs from 'node:fs';

const FILES = /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/;
const EXPORTED = /^export (?:const|function) (\w+)/gm;
/** zod uses this for the limits of a schema. */
const KEPT = 'aggregateChecks';

/**
 * Returns a module with the same exports, without the code that writes JSON Schema.
 * @param {string} file
 */
function emptied(file) {
  const names = Array.from(fs.readFileSync(file, 'utf8').matchAll(EXPORTED), ([, name]) => name);
  if (names.length === 0) throw new Error(`no known exports in ${file}. Correct scripts/lib/build/no-json-schema.mjs`);
  const refused = names.filter((name) => name !== KEPT).map((name) => `${name} = refuse`);
  return [
    "function refuse() { throw new Error('JSON Schema is written by scripts/generate-schemas.mjs alone'); }",
    `export const ${refused.join(', ')};`,
    ...(names.includes(KEPT) ? [`export { ${KEPT} } from ${JSON.stringify(`${file}?kept`)};`] : []),
  ].join('\n');
}

/**
 * Removes zod's code that writes JSON Schema, a fifth of zod: each schema refers to it, and only a script uses it.
 * @type {import('esbuild').Plugin}
 */
export const noJsonSchema = {
  name: 'no-json-schema',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\?kept$/ }, ({ path }) => ({ path: path.slice(0, -'?kept'.length), suffix: '?kept', sideEffects: false }));
    onLoad({ filter: FILES }, ({ path, suffix }) => (suffix === '' ? { contents: emptied(path) } : undefined));
  },
};
