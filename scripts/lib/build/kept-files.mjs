// @ts-check
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fromRoot } from '../project.mjs';

/**
 * What is around a command's file, on its first line and behind its last: `src/cli/kept-code.ts` runs it without copying it, and knows by
 * the digest which file it has compiled.
 * @param {string} code
 */
export function asFunction(code) {
  const text = `(function (exports, require, module, __filename, __dirname) { ${code}})\n//`;
  return text + createHash('sha256').update(text).digest('hex');
}

/**
 * Makes a function of each command's file.
 * @type {import('esbuild').Plugin}
 */
export const commandsAsFunctions = {
  name: 'commands-as-functions',
  setup: ({ onEnd }) => {
    onEnd(({ metafile }) => {
      const files = Object.keys(metafile?.outputs ?? {}).filter((file) => /\/commands\/[^/]+\.cjs$/.test(file));
      for (const file of files) fs.writeFileSync(fromRoot(file), asFunction(fs.readFileSync(fromRoot(file), 'utf8')));
    });
  },
};
