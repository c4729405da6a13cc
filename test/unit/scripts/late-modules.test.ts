import fs from 'node:fs';
import { expect, test } from 'vitest';
import lateCrypto from '../../../scripts/lib/build/late-crypto.cjs';
import lateYaml from '../../../scripts/lib/build/late-yaml.cjs';
import lateZlib from '../../../scripts/lib/build/late-zlib.cjs';
import { fromRoot, listFiles, root } from '../../../scripts/lib/project.mjs';
import * as yamlOfPrograms from '../../../src/cli/libraries/yaml.ts';
import * as yamlOfHost from '../../../src/host/libraries/yaml.ts';

const sources = ['src/engine', 'src/cli', 'src/host'].flatMap((folder) => listFiles(root, folder, (file) => file.endsWith('.ts')));

/** What the sources import of a module, without types. */
function importedOf(module: string): string[] {
  const statement = new RegExp(`import (?!type)[^;]*? from '${module}'`, 'g');
  const imports = sources.flatMap((file) => fs.readFileSync(fromRoot(file), 'utf8').match(statement) ?? []);
  const names = imports.flatMap((text) => /\{([^}]*)\}/.exec(text)?.[1]?.split(',') ?? [`all of it: ${text}`]);
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type ')))].toSorted();
}

test.each([
  ['node:crypto', lateCrypto],
  ['node:zlib', lateZlib],
  ['yaml', lateYaml],
])('what stands in for %s in the programs has all that the sources import of it', (module, late) => {
  expect(importedOf(module)).toEqual(Object.keys(late).toSorted());
});

test('the files that are loaded for yaml have all that stands in for it', () => {
  for (const yaml of [yamlOfPrograms, yamlOfHost]) expect(Object.keys(yaml).toSorted()).toEqual(Object.keys(lateYaml).toSorted());
});
