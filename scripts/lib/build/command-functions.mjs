// @ts-check
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fromRoot } from '../project.mjs';

/**
 * Wraps a command's file in the CommonJS wrapper function, as Node would when it loads it, and adds the SHA-256 of it all, by which
 * `src/cli/code-cache.ts` knows whether its cached code is of this file.
 * @param {string} code
 */
export function asFunction(code) {
  const text = `(function (exports, require, module, __filename, __dirname) { ${code}\n})\n//`;
  return text + createHash('sha256').update(text).digest('hex');
}

/**
 * Wraps each command's file after the build.
 * @type {import('esbuild').Plugin}
 */
export const commandsAsFunctions = {
  name: 'commands-as-functions',
  setup: ({ onEnd }) => {
    onEnd(({ metafile }) => {
      const files = Object.keys(metafile?.outputs ?? {}).filter((file) => /\/(?:commands|libraries|mcp)\/[^/]+\.cjs$/.test(file));
      for (const file of files) fs.writeFileSync(fromRoot(file), asFunction(fs.readFileSync(fromRoot(file), 'utf8')));
    });
  },
};
