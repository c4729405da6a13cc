// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../project.mjs';

/** @typedef {{ path: string, contents: string | Uint8Array }} BuiltFile one file, its path absolute */

/** @param {BuiltFile} file @param {number} mode */
function replaceFile({ path: file, contents }, mode) {
  const part = `${file}.${process.pid}.part`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(part, contents, { mode });
  fs.renameSync(part, file);
}

/**
 * Writes the files of a bundle, each to a temporary name that is then renamed: a program that runs during a build reads a complete file, the
 * old or the new one. Entry points are written last, because they load the other files.
 * @param {readonly BuiltFile[]} files
 * @param {import('esbuild').Metafile} metafile
 * @param {readonly string[]} [programs] paths, relative to the root, of the executable files
 */
export function writeFiles(files, metafile, programs = []) {
  const named = files.map((file) => ({ file, name: path.relative(root, file.path).split(path.sep).join('/') }));
  const isEntry = (/** @type {{ name: string }} */ { name }) => metafile.outputs[name]?.entryPoint !== undefined;
  const isProgram = (/** @type {{ name: string }} */ { name }) => programs.includes(name);
  const order = named.sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)) || Number(isProgram(a)) - Number(isProgram(b)));
  for (const each of order) replaceFile(each.file, isProgram(each) ? 0o755 : 0o644);
}
