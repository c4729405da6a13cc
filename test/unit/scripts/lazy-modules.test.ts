import fs from 'node:fs';
import { expect, test } from 'vitest';
import lateCrypto from '../../../scripts/lib/build/lazy-crypto.cjs';
import lateYaml from '../../../scripts/lib/build/lazy-yaml.cjs';
import lateZlib from '../../../scripts/lib/build/lazy-zlib.cjs';
import { fromRoot, listFiles, root } from '../../../scripts/lib/project.mjs';
import * as yamlOfPrograms from '../../../src/cli/libraries/yaml.ts';
import * as yamlOfHost from '../../../src/host/libraries/yaml.ts';

const PROGRAMS = ['src/engine', 'src/cli'];

/** Returns the names that the sources in some folders import from a module, without types. */
function importedOf(module: string, folders: readonly string[]): string[] {
  const sources = folders.flatMap((folder) => listFiles(root, folder, (file) => file.endsWith('.ts')));
  const statement = new RegExp(`import (?!type)[^;]*? from '${module}'`, 'g');
  const imports = sources.flatMap((file) => fs.readFileSync(fromRoot(file), 'utf8').match(statement) ?? []);
  const names = imports.flatMap((text) => /\{([^}]*)\}/.exec(text)?.[1]?.split(',') ?? [`all of it: ${text}`]);
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type ')))].toSorted();
}

test.each([
  ['node:crypto', lateCrypto, PROGRAMS],
  ['node:zlib', lateZlib, PROGRAMS],
  ['yaml', lateYaml, [...PROGRAMS, 'src/host']],
])('the late module for %s exports all names that the sources import', (module, late, folders) => {
  expect(importedOf(module, folders)).toEqual(Object.keys(late).toSorted());
});

test('the files that are loaded for yaml export all names of the late module', () => {
  for (const yaml of [yamlOfPrograms, yamlOfHost]) expect(Object.keys(yaml).toSorted()).toEqual(Object.keys(lateYaml).toSorted());
});

test('random bytes of the programs need no node:crypto, and differ', () => {
  const [first, second] = [lateCrypto.randomBytes(64), lateCrypto.randomBytes(64)];
  expect([first.length, second.length, first.equals(second)]).toEqual([64, 64, false]);
});
