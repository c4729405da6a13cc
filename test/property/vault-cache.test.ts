import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { readCache } from '../../src/engine/vault/cache/cache.ts';
import type { Note } from '../../src/engine/vault/notes/note.ts';
import { runAtOnce } from '../../src/engine/vault/slices.ts';
import { VaultStore } from '../../src/engine/vault/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { vaultConfig } from '../support/vault-config.ts';

const NOTES = 70;
const runtime = nodeRuntime({});

/** Writes a vault with its cache. */
async function makeVault(root: string): Promise<ReadonlyMap<string, Note>> {
  for (let n = 0; n < NOTES; n += 1) {
    const file = path.join(root, `n${n}.md`);
    const header = `name: Note ${n} caf\u00e9\ntype: rule\nupdated: 2026-04-12\ntags: [one, t${n}]\nsupersedes: [n${n + 1}]`;
    fs.writeFileSync(file, `---\n${header}\n---\n\nIt links [[n${n + 2}#Part]] and cites \`src/a.ts:${n + 1}\`.\n`);
    fs.utimesSync(file, 1_700_000_000, 1_700_000_000);
  }
  const store = await VaultStore.open(runtime, vaultConfig({ root }));
  onTestFinished(() => store.close());
  await store.writeIndexes();
  return new Map(Array.from(store.index.notes(), (note) => [note.path, note]));
}

/** Share of the length. Not `fc.double`, of which most values are next to zero. */
const place = fc.integer({ min: 0, max: 999_999 }).map((millionth) => millionth / 1_000_000);
const damage = fc.oneof(
  fc.record({ place, bit: fc.nat(7) }).map(({ place: at, bit }) => (bytes: Buffer) => {
    const index = Math.floor(at * bytes.length);
    bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
    return bytes;
  }),
  place.map((at) => (bytes: Buffer) => bytes.subarray(0, Math.floor(at * bytes.length))),
  fc.tuple(place, place, fc.uint8Array({ maxLength: 9 })).map(([from, to, instead]) => (bytes: Buffer) => {
    const [begin, end] = [from, to].map((at) => Math.floor(at * bytes.length)).sort((one, other) => one - other);
    return Buffer.concat([bytes.subarray(0, begin), instead, bytes.subarray(end)]);
  }),
);

test('a damaged cache has no wrong note', async () => {
  const root = temporaryFolder();
  const notes = await makeVault(root);
  const file = path.join(root, '.local/notes.jsonl');
  const whole = fs.readFileSync(file);
  const read = () => Array.from(runAtOnce(readCache(runtime, vaultConfig({ root }))).values(), (note) => note.whole());
  expect(read()).toEqual([...notes.values()]);
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      fs.writeFileSync(
        file,
        damages.reduce<Buffer>((bytes, each) => each(bytes), Buffer.from(whole)),
      );
      for (const note of read()) expect(note).toEqual(notes.get(note.path));
    }),
    { numRuns: 300 },
  );
});
