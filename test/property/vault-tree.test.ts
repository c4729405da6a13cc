import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../src/engine/platform/file-system.ts';
import { VaultTree } from '../../src/engine/vault/cache/vault-tree.ts';
import { runAtOnce } from '../../src/engine/vault/slices.ts';
import { temporaryFolder } from '../support/folders.ts';

const FOLDERS = ['', 'a', 'b', 'a/b', 'a/index', 'c.md'];
const ENTRIES = [...FOLDERS.slice(1), 'x.md', 'a/x.md', 'a/y.md', 'a/b/x.md', 'b/x.md', 'a/index/x.md', 'c.md/x.md', 'a/note.txt'];

const entry = fc.constantFrom(...ENTRIES);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), to: entry, text: fc.constantFrom('', 'text', 'longer') }) },
  fc.record({ do: fc.constant('remove' as const), to: entry }),
  fc.record({ do: fc.constant('move' as const), to: entry, from: entry }),
  fc.record({ do: fc.constant('link' as const), to: entry, from: entry }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** @throws Error if a part of the path is a link, because changes behind it are reported in another folder */
function requireNoLink(root: string, entry: string): void {
  entry.split('/').forEach((_, depth, parts) => {
    const part = path.join(root, ...parts.slice(0, depth + 1));
    if (fs.lstatSync(part, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error(`${part} is a link`);
  });
}

/** Runs a step as far as possible. */
function act(root: string, { to, ...what }: Step): void {
  const target = path.join(root, to);
  try {
    requireNoLink(root, what.do === 'write' ? to : path.dirname(to));
    if ('from' in what) requireNoLink(root, path.dirname(what.from));
    if (what.do === 'write' && !to.endsWith('x.md') && !to.endsWith('.txt')) fs.mkdirSync(target, { recursive: true });
    else if (what.do === 'write') {
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, what.text);
    } else if (what.do === 'remove') fs.rmSync(target, { recursive: true, force: true });
    else if (what.do === 'move') fs.renameSync(path.join(root, what.from), target);
    else fs.symlinkSync(path.join(root, what.from), target);
  } catch {
    // A path through a link, a folder moved into itself, or a file in place of a folder: nothing happened, or only folders were created.
  }
}

/** Returns the minimal events of a step, without the parent folders that it created or replaced. */
function eventsOf(step: Step): string[] {
  return 'from' in step ? [step.to, step.from] : [step.to];
}

const notesIn = (tree: VaultTree) => ENTRIES.map((each) => tree.identityOf(each));

describe('VaultTree with change events', () => {
  test('equals a full scan, and reports each changed note', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15, size: 'max' }), fc.boolean(), (steps, byName) => {
        const root = fs.mkdtempSync(path.join(temporaryFolder(), 'v'));
        const entered = new Set<string>();
        const tree = new VaultTree(nodeFileSystem, root, { entering: (each) => entered.add(each), left: (each) => entered.delete(each) });
        runAtOnce(tree.scan());
        for (const each of steps) {
          const before = notesIn(tree);
          act(root, each);
          const told = eventsOf(each).flatMap((event) =>
            byName ? tree.lookAt(event) : tree.lookIn(event.split('/').slice(0, -1).join('/')),
          );
          const fresh = new VaultTree(nodeFileSystem, root);
          const folders = new Set<string>();
          runAtOnce(new VaultTree(nodeFileSystem, root, { entering: (folder) => folders.add(folder), left: () => undefined }).scan());
          runAtOnce(fresh.scan());
          const after = notesIn(fresh);
          expect(notesIn(tree)).toEqual(after);
          expect(entered).toEqual(folders);
          const differ = ENTRIES.filter((_, n) => JSON.stringify(before[n]) !== JSON.stringify(after[n]));
          expect(new Set(told)).toEqual(new Set([...told, ...differ]));
          expect(runAtOnce(tree.scan())).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });
});
