// @ts-check
// Fails when a part of the house imports what it must not see. Lint rules and the TypeScript projects say so too, earlier
// and more roughly; this check also knows layers, doors, types, cycles, and what the bundles really hold.
import { parseArgs } from 'node:util';
import { checkMetafiles } from './lib/boundaries/metafiles.mjs';
import { checkSources } from './lib/boundaries/sources.mjs';
import { root as project } from './lib/project.mjs';

const { root = project } = parseArgs({ options: { root: { type: 'string' } } }).values;
const sources = checkSources(root);
const built = checkMetafiles(root);
const violations = [...sources.violations, ...built.violations];

for (const { file, line, found, rule, advice } of violations) {
  console.log(`${line === undefined ? file : `${file}:${line}`}\n  found  ${found}\n  rule   ${rule}\n  do     ${advice}\n`);
}
if (built.bundles.length === 0) {
  console.log('There are no metafiles in out/meta, so no bundle was checked. Run `npm run build` first.');
  process.exitCode = 1;
}
console.log(`${sources.files} files, bundles: ${built.bundles.join(', ') || 'none'}; ${violations.length} broken`);
if (violations.length > 0) process.exitCode = 1;
