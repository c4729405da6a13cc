// @ts-check
// Writes the commands that the shells complete, from the descriptions of all operations; with --check it only compares them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { importSource } from './lib/import-source.mjs';
import { fromRoot, programOf } from './lib/project.mjs';

const { check = false } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
const file = fromRoot('src', 'cli', 'completion', 'command-tables.json');
/** @type {{ describeCommands: () => unknown }} */
const { describeCommands } = importSource('src', 'cli', 'completion', 'described-commands.ts');
const tables = describeCommands();
const isSame = fs.existsSync(file) && isDeepStrictEqual(JSON.parse(fs.readFileSync(file, 'utf8')), tables);
if (!isSame && check) {
  console.error(
    'src/cli/completion/command-tables.json differs from the operations. Run "node scripts/generate-completion.mjs", and commit the file.',
  );
  process.exitCode = 1;
} else if (!isSame) {
  fs.writeFileSync(file, JSON.stringify(tables));
  execFileSync(process.execPath, [programOf('@biomejs/biome', 'biome'), 'format', '--write', file], { stdio: 'ignore' });
}
