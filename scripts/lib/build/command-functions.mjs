// @ts-check
import { createHash } from 'node:crypto';

/**
 * Wraps a command's file in the CommonJS wrapper function, as Node does, and appends the SHA-256 of the text, by which
 * `src/cli/code-cache.ts` checks whether its cached code belongs to this file.
 * @param {string} code
 */
export function asFunction(code) {
  const text = `(function (exports, require, module, __filename, __dirname) { ${code}\n})\n//`;
  return text + createHash('sha256').update(text).digest('hex');
}

/**
 * Wraps each command's file before it is written.
 * @type {import('esbuild').Plugin}
 */
export const commandsAsFunctions = {
  name: 'commands-as-functions',
  setup: ({ onEnd }) => {
    onEnd(({ outputFiles = [] }) => {
      for (const file of outputFiles) {
        if (/[\\/](?:commands|libraries)[\\/][^\\/]+\.cjs$/.test(file.path)) file.contents = Buffer.from(asFunction(file.text));
      }
    });
  },
};
