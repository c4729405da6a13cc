// @ts-check
// Checks the import rules between the layers. Lint rules and the TypeScript projects check some of this earlier; only this check knows
// layers, entry points, imports of types, cycles, and the contents of the bundles.
import { parseArgs } from 'node:util';
import { checkMetafiles } from './lib/boundaries/metafiles.mjs';
import { checkSources } from './lib/boundaries/sources.mjs';
import { root as project } from './lib/project.mjs';

const { root = project } = parseArgs({ options: { root: { type: 'string' } } }).values;
const sources = checkSources(root);
const built = checkMetafiles(root);
const violations = [...sources.violations, ...built.violations];

for (const { file, line, found, rule, advice } of violations) {
  console.log(`${line === undefined ? file : `${file}:${line}`}\n  found  ${found}\n  rule   ${rule}\n  fix    ${advice}\n`);
}
if (built.bundles.length === 0) {
  console.log('No metafiles in out/meta, so no bundle was checked. Run first: npm run build');
  process.exitCode = 1;
}
console.log(`${sources.files} files, bundles: ${built.bundles.join(', ') || 'none'}; ${violations.length} violations`);
if (violations.length > 0) process.exitCode = 1;
