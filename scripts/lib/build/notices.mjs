// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { exists, fromRoot, listFiles, readManifest, root } from '../project.mjs';
import { bundles, metafileOf } from './bundles.mjs';

/** Where the licences of all bundled code are, in both packages. */
export const NOTICES = 'dist/THIRD-PARTY-NOTICES.txt';

const HEAD = 'Cortex Mission Control contains the following code of others, under the licences below.';
const LINE = '='.repeat(80);
const TREE_SITTER_LICENSE = 'node_modules/web-tree-sitter/LICENSE';

/**
 * Authors of the compiled grammars in `@vscode/tree-sitter-wasm`, which contains none of their licences. All are MIT.
 * @type {Readonly<Record<string, string>>}
 */
const GRAMMARS = {
  go: '2014 Max Brunsfeld',
  java: '2017 Ayman Nadeem',
  javascript: '2014 Max Brunsfeld',
  python: '2016 Max Brunsfeld',
  rust: '2017 Maxim Sokolov',
  tsx: '2017 Max Brunsfeld',
  typescript: '2017 Max Brunsfeld',
};

/**
 * The folders, from the top one, of the packages whose code or files are in a build.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
export function bundledPackages(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  const folders = inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/**
 * @param {string} folder of a package
 * @throws Error for a package without the text of a licence
 */
function licenceOf(folder) {
  const texts = fs.readdirSync(fromRoot(folder)).filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file));
  if (texts.length === 0) throw new Error(`no licence in ${folder}. Add its text to scripts/lib/build/notices.mjs`);
  return texts.map((file) => fs.readFileSync(fromRoot(folder, file), 'utf8').trim()).join('\n\n');
}

/** @param {string} folder */
function noticeOfPackage(folder) {
  const { name, version, license = 'see below' } = readManifest(fromRoot(folder));
  return `${name} ${version} (${license})\n\n${licenceOf(folder)}`;
}

/** @param {string} file `…/tree-sitter-<language>.wasm` */
function noticeOfGrammar(file) {
  const language = path.basename(file, '.wasm').replace('tree-sitter-', '');
  const holder = GRAMMARS[language];
  if (holder === undefined) throw new Error(`no author for ${file}. Add its author to scripts/lib/build/notices.mjs`);
  const licence = fs.readFileSync(fromRoot(TREE_SITTER_LICENSE), 'utf8').trim();
  return `Grammar for ${language}, tree-sitter-${language} (MIT)\n\n${licence.replace(/^Copyright.*$/m, `Copyright (c) ${holder}`)}`;
}

/**
 * Writes the licences of all code in `dist`, after the bundles are built.
 * @returns {import('./bundle.mjs').BuildOutcome}
 */
export function makeNotices() {
  const metafiles = bundles.map(({ name }) => metafileOf(name)).filter(exists);
  const grammars = listFiles(root, 'dist/graph', (file) => /\/tree-sitter-[^/]+\.wasm$/.test(file));
  try {
    const packages = bundledPackages(metafiles.map((file) => JSON.parse(fs.readFileSync(fromRoot(file), 'utf8'))));
    const notices = [...packages.map(noticeOfPackage), ...grammars.map(noticeOfGrammar)];
    fs.writeFileSync(fromRoot(NOTICES), `${[HEAD, ...notices].join(`\n\n${LINE}\n`)}\n`);
    return { name: 'notices', text: `${notices.length} licences of others`, failed: false };
  } catch (error) {
    return { name: 'notices', text: String(error), failed: true };
  }
}
