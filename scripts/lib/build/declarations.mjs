// @ts-check
import fs from 'node:fs';
import { exists, fromRoot, listFiles, programOf, root } from '../project.mjs';
import { runNode } from '../run.mjs';

const ENTRY = 'src/engine/index.ts';

/** @param {string} declaration such as dist/types/engine/index.d.ts */
const sourceOf = (declaration) => declaration.replace(/^dist\/types\//, 'src/').replace(/\.d\.ts$/, '.ts');

/**
 * Writes the library's declarations to dist/types.
 * @returns {Promise<import('./bundle.mjs').BuildOutcome>}
 */
export async function makeDeclarations() {
  const name = 'types';
  if (!exists(ENTRY)) {
    fs.rmSync(fromRoot('dist', 'types'), { recursive: true, force: true });
    return { name, text: `skipped: ${ENTRY} does not exist yet`, failed: false };
  }
  const { code, output } = await runNode(programOf('typescript', 'tsc'), ['-p', fromRoot('tsconfig.types.json'), '--pretty', 'false']);
  if (code !== 0) return { name, text: `\n${output}`, failed: true };
  const files = listFiles(root, 'dist/types', () => true);
  for (const file of files) if (!exists(sourceOf(file))) fs.rmSync(fromRoot(file));
  return { name, text: `${files.length} files`, failed: false };
}
