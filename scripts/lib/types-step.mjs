// @ts-check
import path from 'node:path';
import { fromRoot, listFiles, programOf, root } from './project.mjs';

/**
 * Each folder is compiled with only the types that it may use, so that a wrong import or global is a type error.
 * @type {readonly { config: string, sources: readonly string[], means: string }[]}
 */
const projects = [
  { config: 'tsconfig.json', sources: ['src/engine', 'src/cli', 'src/mcp', 'src/guard'], means: 'engine, cli, mcp, guard: Node only' },
  { config: 'src/host/tsconfig.json', sources: ['src/host'], means: 'host: Node and VS Code' },
  { config: 'webview/tsconfig.json', sources: ['webview'], means: 'webview: DOM only' },
  { config: 'test/tsconfig.json', sources: ['test'], means: 'test: everything' },
  { config: 'scripts/tsconfig.json', sources: ['scripts'], means: 'scripts: checked JavaScript' },
];

/** @param {string} folder */
const hasCode = (folder) => listFiles(root, folder, (file) => /\.([cm]?ts|tsx|[cm]js)$/.test(file)).length > 0;

/**
 * One test per TypeScript project that has any code.
 * @type {import('./step.mjs').Step}
 */
export const typesStep = {
  name: 'types',
  title: 'Types, by TypeScript project',
  run: async ({ node, note, log }) => {
    let passed = 0;
    let failed = 0;
    for (const { config, sources, means } of projects) {
      if (!sources.some(hasCode)) {
        note(`${path.dirname(config)} has no code yet.`);
        continue;
      }
      log(`\n${config} (${means})\n`);
      if ((await node(programOf('typescript', 'tsc'), ['-p', fromRoot(config), '--pretty', 'false'])) === 0) passed += 1;
      else failed += 1;
    }
    return { passed, failed };
  },
};
