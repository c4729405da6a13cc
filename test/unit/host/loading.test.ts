import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleNamed, optionsOf } from '../../../scripts/lib/build/bundles.mjs';

let outputs: Metafile['outputs'];
beforeAll(async () => {
  outputs = (await build({ ...optionsOf(bundleNamed('host'), true), write: false })).metafile.outputs;
});

/** Returns the files that are loaded with an entry. */
function loadedWith(entry: string): string[] {
  const loaded = new Set(Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === entry));
  expect(loaded.size).toBe(1);
  for (const file of loaded) {
    for (const { path, kind, external } of outputs[file]?.imports ?? [])
      if (external !== true && kind !== 'dynamic-import') loaded.add(path);
  }
  return [...loaded];
}

/** Returns the sources and packages that output files contain. */
function heldBy(files: readonly string[]): Set<string> {
  const inputs = files.flatMap((file) => Object.entries(outputs[file]?.inputs ?? {}));
  const held = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return new Set(held.map(([input]) => input.replace(/^.*node_modules\/([^/]+)\/.*$/, '$1')));
}

const below = (held: ReadonlySet<string>, folder: string) => [...held].filter((input) => input.startsWith(folder));
const packagesIn = (held: ReadonlySet<string>) => [...held].filter((input) => !input.includes('/') && !input.startsWith('<')).sort();

const PROTOCOLS = ['src/engine/vault/', 'src/engine/stack/', 'src/engine/team/', 'src/engine/graph/'];

describe('the bundle of the extension', () => {
  test('loads no optional protocol and no command at startup', () => {
    const held = heldBy(loadedWith('src/host/extension.ts'));
    const unused = [
      'dna',
      'project/operations',
      'project/use-cases',
      'swarm/operations',
      'swarm/use-cases',
      'timeline/operations',
      'timeline/use-cases',
    ];
    for (const folder of unused) expect(below(held, `src/engine/${folder}/`)).toEqual([]);
    expect(PROTOCOLS.flatMap((folder) => below(held, folder))).toEqual(
      ['vault', 'stack', 'team'].map((name) => `src/engine/${name}/protocol.ts`),
    );
    expect(held.has('src/host/extension.ts')).toBe(true);
    expect(below(held, 'src/host/commands/').sort()).toEqual([
      'src/host/commands/person.ts',
      'src/host/commands/registered-commands.ts',
      'src/host/commands/run-command.ts',
      'src/host/commands/text-documents.ts',
    ]);
    expect(packagesIn(held)).toEqual(['ulid', 'zod']);
  });

  test.each([
    ['src/engine/vault/live/live-vault.ts', 'src/engine/vault/', []],
    ['src/host/vault/vault-part.ts', 'src/engine/vault/', []],
    ['src/engine/stack/live/live-stacks.ts', 'src/engine/stack/', []],
    ['src/host/stack/stack-part.ts', 'src/engine/stack/', []],
    // Quick fixes find the nearest name with the code that links between notes use.
    ['src/host/stack/language/stack-fix-actions.ts', 'src/engine/stack/', ['src/engine/vault/']],
    ['src/engine/team/live/live-team.ts', 'src/engine/team/', []],
    ['src/host/team/team-part.ts', 'src/engine/team/', []],
  ])('loads with %s its protocol, and no unexpected part of other protocols', (entry, own, others) => {
    const held = heldBy(loadedWith(entry));
    const known = [own, ...others];
    expect(below(held, own).length).toBeGreaterThan(10);
    const inProtocols = PROTOCOLS.flatMap((folder) => below(held, folder));
    expect(inProtocols.filter((input) => !known.some((folder) => input.startsWith(folder)))).toEqual([]);
  });

  test('contains no source twice', () => {
    const places = new Map<string, number>();
    for (const { inputs } of Object.values(outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        if (bytesInOutput > 0) places.set(input, (places.get(input) ?? 0) + 1);
      }
    }
    expect([...places].filter(([, count]) => count > 1)).toEqual([]);
    expect(places.size).toBeGreaterThan(500);
  });
});
