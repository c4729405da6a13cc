// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../project.mjs';

/** esbuild's own functions, which it puts in front of every file: in a hundred and fifty small ones a tenth of all that is read. */
const HELPERS = /^(?:var __[\s\S]*?;\n)+(?=var \w+_exports = )/;
const HELPER = /^var (__\w+) = /gm;
const FILE = 'helpers.cjs';

/**
 * @param {string} text
 * @param {string} sourcefile
 * @param {boolean} readable
 */
async function commonJsOf(text, sourcefile, readable) {
  const { code } = await esbuild.transform(text, {
    format: 'cjs',
    target: 'node20',
    supported: { 'dynamic-import': false },
    sourcemap: readable ? 'inline' : false,
    sourcefile,
    legalComments: 'none',
  });
  return code;
}

/** @param {string} code */
const minified = async (code) => (await esbuild.transform(code, { format: 'cjs', target: 'node20', minify: true })).code;

/** @param {string} helpers */
const namesOf = (helpers) => Array.from(helpers.matchAll(HELPER), ([, name = '']) => name);

/**
 * A file that takes the helpers from where they are once.
 * @param {string} code
 * @param {string} from the place of the helpers, as the file requires it
 */
function withoutHelpers(code, from) {
  const [helpers = ''] = HELPERS.exec(code) ?? [];
  const rest = code.slice(helpers.length);
  const used = namesOf(helpers).filter((name) => rest.includes(name));
  return used.length === 0 ? rest : `var { ${used.join(', ')} } = require(${JSON.stringify(from)});\n${rest}`;
}

/**
 * What the files' helpers are, each once.
 * @param {readonly string[]} codes
 */
function helpersOf(codes) {
  const all = new Map(
    codes.flatMap((code) =>
      (HELPERS.exec(code)?.[0] ?? '').split(/^(?=var __)/m).flatMap((each) => namesOf(each).map((name) => [name, each])),
    ),
  );
  return `${[...all.values()].join('')}module.exports = { ${[...all.keys()].join(', ')} };\n`;
}

/**
 * Writes ES modules that esbuild has divided as CommonJS, with the sizes of that in the metafile. esbuild divides nothing else, and the
 * editor gives `vscode` to whoever requires it.
 * @param {esbuild.BuildResult<{ metafile: true, write: false }>} built
 * @param {string} folder of the helpers
 * @param {boolean} production
 */
export async function writeAsCommonJs({ outputFiles, metafile }, folder, production) {
  const place = path.join(folder, FILE);
  const files = await Promise.all(
    outputFiles.map(async ({ path: file, text }) => ({ file, code: await commonJsOf(text, file, !production) })),
  );
  const write = async (/** @type {{ file: string, code: string }} */ { file, code }) => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, code);
    const name = path.relative(root, file).split(path.sep).join('/');
    const output = metafile.outputs[name] ?? { bytes: 0, inputs: {}, imports: [], exports: [] };
    metafile.outputs[name] = { ...output, bytes: Buffer.byteLength(code) };
  };
  if (!production) return void (await Promise.all(files.map(write)));
  const from = (/** @type {string} */ file) => `./${path.relative(path.dirname(file), place).split(path.sep).join('/')}`;
  const shortened = files.map(async ({ file, code }) => write({ file, code: await minified(withoutHelpers(code, from(file))) }));
  await Promise.all([...shortened, write({ file: place, code: await minified(helpersOf(files.map(({ code }) => code))) })]);
}
