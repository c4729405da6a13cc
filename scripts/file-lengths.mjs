// @ts-check
import fs from 'node:fs';
import { fromRoot, listFiles, root } from './lib/project.mjs';

/** The aim is 250 lines; this is the limit. */
const MAX_LINES = 300;

const files = ['src', 'webview', 'scripts'].flatMap((folder) => listFiles(root, folder, (file) => /\.([cm]?[jt]sx?|css)$/.test(file)));
const long = files
  .map((file) => ({ file, lines: fs.readFileSync(fromRoot(file), 'utf8').trimEnd().split('\n').length }))
  .filter(({ lines }) => lines > MAX_LINES);

for (const { file, lines } of long) console.log(`${file} has ${lines} lines (limit: ${MAX_LINES}). Split it by topic.`);
console.log(`${files.length} files, ${long.length} too long`);
if (long.length > 0) process.exitCode = 1;
