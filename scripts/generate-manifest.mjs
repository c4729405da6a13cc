// @ts-check
// Writes `contributes.commands` and `contributes.menus` of package.json, and the titles that the command line needs, from
// src/host/manifest; with --check it only compares them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { importSource } from './lib/import-source.mjs';
import { fromRoot, programOf } from './lib/project.mjs';

/** @typedef {import('../src/host/manifest/contribution.ts').Contributions} Contributions */

/** @param {Contributions} contributions */
function commandsOf(contributions) {
  return Object.entries(contributions).map(([command, { title, icon, changes }]) => ({
    command,
    title,
    category: categoryOf(command),
    ...(icon !== undefined && { icon: `$(${icon})` }),
    ...(changes && { enablement: 'isWorkspaceTrusted' }),
  }));
}

/** @param {Contributions} contributions */
function menusOf(contributions) {
  /** @type {Record<string, Record<string, string>[]>} */
  const menus = { commandPalette: [] };
  for (const [command, { palette, menus: entries = [] }] of Object.entries(contributions)) {
    if (palette !== undefined) menus.commandPalette?.push({ command, when: palette });
    for (const { menu, when, group } of entries) {
      menus[menu] ??= [];
      menus[menu].push({ command, when, group });
    }
  }
  return menus;
}

/**
 * The titles of the commands that change something, by operation.
 * @param {Contributions} contributions
 */
function titlesOf(contributions) {
  const rows = Object.entries(contributions)
    .filter(([, { changes }]) => changes)
    .map(([command, { title, palette }]) => {
      const operation = command
        .replace('cortex.', '')
        .replace(/^memory\./, 'vault.')
        .replaceAll('.', ' ');
      const name = palette === 'false' ? `{ row: '${title}' }` : `{ palette: '${categoryOf(command)}: ${title}' }`;
      return `  ${/^\w+$/.test(operation) ? operation : `'${operation}'`}: ${name},`;
    });
  return [
    '/** A command of the editor: its name in the palette, or its title in the menu of rows. */',
    'type EditorCommand = { readonly palette: string } | { readonly row: string };',
    '',
    '/** The commands of the editor, by operation. Written by scripts/generate-manifest.mjs from src/host/manifest. */',
    'export const EDITOR_COMMANDS: Readonly<Record<string, EditorCommand>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}

const { check = false } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
const file = fromRoot('package.json');
const titlesFile = fromRoot('src', 'cli', 'editor-commands.ts');
const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
/** @type {{ contributions: Contributions, categoryOf: (id: string) => string }} */
const { contributions, categoryOf } = importSource('src', 'host', 'manifest', 'manifest.ts');
const contributes = { ...manifest.contributes, commands: commandsOf(contributions), menus: menusOf(contributions) };
const titles = titlesOf(contributions);
const isSame = isDeepStrictEqual(contributes, manifest.contributes) && fs.readFileSync(titlesFile, 'utf8') === titles;
if (!isSame) {
  if (check) {
    console.error(
      'package.json or src/cli/editor-commands.ts differs from src/host/manifest. Run "node scripts/generate-manifest.mjs", and commit the files.',
    );
    process.exitCode = 1;
  } else {
    fs.writeFileSync(titlesFile, titles);
    fs.writeFileSync(file, `${JSON.stringify({ ...manifest, contributes }, null, 2)}\n`);
    execFileSync(process.execPath, [programOf('@biomejs/biome', 'biome'), 'format', '--write', file], { stdio: 'ignore' });
  }
}
