import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { fromRoot, listFiles } from '../../scripts/lib/project.mjs';

/** Mocha's CommonJS half: what `require` makes of its module half differs between the Nodes that editors come with. */
const MOCHA = 'mocha/lib/mocha.cjs';

/**
 * Compiles a suite's tests, each a CommonJS file of its own with all that it imports, and the entry that runs them.
 * The folder is inside the project, because mocha is found from there; a new one each time, because two runs may overlap.
 * @param folder of the `*.test.ts` files, relative to the top of the project
 * @returns the folder with the compiled files; the entry is its `index.cjs`
 */
export async function compileSuite(folder: string): Promise<string> {
  const parent = fromRoot('out', 'suites');
  await mkdir(parent, { recursive: true });
  const outdir = await mkdtemp(path.join(parent, `${path.basename(folder)}-`));
  const tests = listFiles(fromRoot(folder), '.', (file) => file.endsWith('.test.ts'));
  const entries = tests.map((file) => ({ in: fromRoot(folder, file), out: file.replace(/\.ts$/, '') }));
  await build({
    entryPoints: [{ in: fromRoot('test', 'harness', 'mocha-entry.ts'), out: 'index' }, ...entries],
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    outExtension: { '.js': '.cjs' },
    external: ['vscode', MOCHA],
    alias: { mocha: MOCHA },
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  return outdir;
}
