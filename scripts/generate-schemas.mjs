// @ts-check
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { fromRoot, root } from './lib/project.mjs';

/** @typedef {Record<string, unknown>} JsonSchema */
/** @typedef {Record<string, JsonSchema>} Definitions */

/** Texts for hovers, from the specification. */
const FILES = [
  { type: 'dna', title: 'ProjectDNA', description: 'Stack, architecture, constraints, patterns.' },
  { type: 'timeline', title: 'Timeline', description: 'Append-only reasoning ledger.' },
  { type: 'graph', title: 'SemanticGraph', description: 'How things actually connect.' },
  { type: 'swarm', title: 'SwarmManifest', description: 'Active multi-agent coordination.' },
  { type: 'reasoning', title: 'Reasoning', description: 'Per-task reasoning trace.' },
];

/**
 * The schemas of src/engine/crtx/schema.ts as JSON Schemas. Draft 7 is the newest draft that VS Code supports in full.
 * @returns {Promise<Record<string, JsonSchema>>} by type of file, and `header`
 */
async function loadSchemas() {
  const contents = `
    import { toJSONSchema } from 'zod';
    import { cortexFileHeaderSchema, dataSchemas } from './src/engine/crtx/schema.ts';
    const entries = Object.entries({ ...dataSchemas, header: cortexFileHeaderSchema() });
    export const schemas = Object.fromEntries(entries.map(([name, schema]) => [name, toJSONSchema(schema, { target: 'draft-7', io: 'input' })]));`;
  const options = /** @type {const} */ ({ bundle: true, write: false, platform: 'node', format: 'esm', logLevel: 'silent' });
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: root, loader: 'ts' } });
  const module = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`);
  return module.schemas;
}

/**
 * Separates a schema from its definitions.
 * @param {JsonSchema | undefined} schema
 */
function split({ $schema, definitions, ...schema } = {}) {
  return { $schema, schema, definitions: /** @type {Definitions} */ (definitions ?? {}) };
}

/**
 * @param {Record<string, JsonSchema>} schemas
 * @param {typeof FILES[number]} file
 */
function fileSchema(schemas, { type, title, description }) {
  const header = split(schemas.header);
  const data = split(schemas[type]);
  return {
    $schema: data.$schema,
    title,
    description,
    type: 'object',
    properties: { header: { allOf: [header.schema, { properties: { type: { const: type } } }] }, data: data.schema },
    required: ['header', 'data'],
    definitions: { ...header.definitions, ...data.definitions },
  };
}

/**
 * One schema for any `.crtx` file. `if`/`then` and not `oneOf`, so that an editor tells what is wrong with this type of file
 * and not with all five.
 * @param {Record<string, JsonSchema>} schemas
 */
function anyFileSchema(schemas) {
  const types = FILES.map(({ type }) => ({ type, ...split(schemas[type]) }));
  const header = split(schemas.header);
  return {
    $schema: header.$schema,
    title: 'Cortex file',
    description: 'A structured file for AI agents: a header and the data that its type names.',
    type: 'object',
    properties: { header: header.schema },
    required: ['header', 'data'],
    allOf: types.map(({ type, schema }) => ({
      if: { properties: { header: { properties: { type: { const: type } }, required: ['type'] } }, required: ['header'] },
      // biome-ignore lint/suspicious/noThenProperty: this is JSON Schema's own word
      then: { properties: { data: schema } },
    })),
    definitions: Object.assign({}, header.definitions, ...types.map(({ definitions }) => definitions)),
  };
}

const { check = false } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
const schemas = await loadSchemas();
/** @type {[name: string, schema: JsonSchema][]} */
const wanted = [
  ['crtx', anyFileSchema(schemas)],
  ...FILES.map((file) => /** @type {[string, JsonSchema]} */ ([file.type, fileSchema(schemas, file)])),
];

fs.mkdirSync(fromRoot('media', 'schemas'), { recursive: true });
for (const [name, schema] of wanted) {
  const file = fromRoot('media', 'schemas', `${name}.schema.json`);
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) continue;
  if (check) {
    console.error(`media/schemas/${name}.schema.json is not what the schemas say: run "node scripts/generate-schemas.mjs" and commit it.`);
    process.exitCode = 1;
  } else {
    fs.writeFileSync(file, text);
    console.log(`media/schemas/${name}.schema.json written`);
  }
}
