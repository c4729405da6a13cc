import path from 'node:path';
import { build } from 'esbuild';

// CommonJS packages call `require` for Node's modules, which an ES module does not have.
const REQUIRE = "import { createRequire as createRequire_ } from 'node:module'; const require = createRequire_(import.meta.url);";

/**
 * Bundles a TypeScript entry into a program for Node 20, so that tests can run it as a separate process.
 * @param entry the `.ts` file
 * @param folder for the program; the caller removes it
 * @returns the path of the program
 */
export async function bundle(entry: string, folder: string): Promise<string> {
  const outfile = path.join(folder, `${path.basename(entry, '.ts')}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    banner: { js: REQUIRE },
  });
  return outfile;
}
