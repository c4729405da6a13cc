import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';

interface Setting {
  readonly scope?: string;
  readonly markdownDescription: string;
}

interface Manifest {
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, Setting>> } };
}

const { contributes } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as Manifest;

test.each(Object.entries(contributes.configuration.properties))('a workspace cannot set %s', (_name, { scope, markdownDescription }) => {
  expect(['application', 'machine']).toContain(scope);
  expect(markdownDescription).toContain('Workspace settings cannot change it.');
});

test('a path belongs to one machine, and its description says where a remote window takes it from', () => {
  const ofMachine = Object.entries(contributes.configuration.properties).filter(([, { scope }]) => scope === 'machine');
  expect(ofMachine.map(([name]) => name)).toEqual(['cortex.vault.path', 'cortex.team.directory']);
  for (const [, { markdownDescription }] of ofMachine) expect(markdownDescription).toContain('In a remote window');
});
