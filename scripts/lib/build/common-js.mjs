// @ts-check
import path from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../project.mjs';

/** esbuild's helper functions at the start of each file: a tenth of the bytes of a hundred and fifty small files. */
const HELPERS = /^(?:var __[\s\S]*?;\n)+(?=var \w+_exports = )/;
const HELPER = /^var (__\w+) = /gm;
const FILE = 'helpers.cjs';
/** esbuild copies the object with a file's exports, to mark it as an ES module. None of our files reads the mark. */
const COPY = /^module\.exports = __toCommonJS\((\w+)\);$/m;

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
  return code.replace(COPY, 'module.exports = $1;');
}

/** @param {string} code */
const minified = async (code) => (await esbuild.transform(code, { format: 'cjs', target: 'node20', minify: true })).code;

/** @param {string} helpers */
const namesOf = (helpers) => Array.from(helpers.matchAll(HELPER), ([, name = '']) => name);

/**
 * Replaces the helpers of a file by a `require` of the shared ones.
 * @param {string} code
 * @param {string} from the path of the helpers for `require`
 */
function withoutHelpers(code, from) {
  const [helpers = ''] = HELPERS.exec(code) ?? [];
  const rest = code.slice(helpers.length);
  const used = namesOf(helpers).filter((name) => rest.includes(name));
  return used.length === 0 ? rest : `var { ${used.join(', ')} } = require(${JSON.stringify(from)});\n${rest}`;
}

/**
 * Returns a module with the helpers of all files.
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
 * Converts the ES modules of a split bundle to CommonJS, and sets their sizes in the metafile. esbuild splits only ES modules, and the
 * editor provides `vscode` only to `require`.
 * @param {esbuild.BuildResult<{ metafile: true, write: false }>} built
 * @param {string} folder of the helpers
 * @param {boolean} production
 * @returns {Promise<import('./write-files.mjs').BuiltFile[]>}
 */
export async function toCommonJs({ outputFiles, metafile }, folder, production) {
  const helpers = path.join(folder, FILE);
  const files = await Promise.all(
    outputFiles.map(async ({ path: file, text }) => ({ file, code: await commonJsOf(text, file, !production) })),
  );
  const built = (/** @type {string} */ file, /** @type {string} */ code) => {
    const name = path.relative(root, file).split(path.sep).join('/');
    const output = metafile.outputs[name] ?? { bytes: 0, inputs: {}, imports: [], exports: [] };
    metafile.outputs[name] = { ...output, bytes: Buffer.byteLength(code) };
    return { path: file, contents: code };
  };
  if (!production) return files.map(({ file, code }) => built(file, code));
  const from = (/** @type {string} */ file) => `./${path.relative(path.dirname(file), helpers).split(path.sep).join('/')}`;
  const shortened = files.map(async ({ file, code }) => built(file, await minified(withoutHelpers(code, from(file)))));
  return Promise.all([...shortened, minified(helpersOf(files.map(({ code }) => code))).then((code) => built(helpers, code))]);
}
