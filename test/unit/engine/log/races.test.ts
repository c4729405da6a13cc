import { expect, test } from 'vitest';
import { LogReader } from '../../../../src/engine/log/segments/reader.ts';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import { exploreInterference } from '../../../support/crash-explorer.ts';
import { readText } from '../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { notesMachine, parseNotes } from '../../../support/notes.ts';
import { crashPoint, DIRECTORY, PUBLISHED, ROOT, SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';
import {
  appendOnce,
  editByRename,
  editInPlace,
  editThrough,
  exists,
  note,
  openLog,
  openPublished,
  publishOnce,
  removeLocal,
  sealAndSweep,
  sealOnce,
} from './others.ts';

interface World {
  readonly time: SimulatedTime;
  /** Texts that must be published exactly once at the end. */
  readonly promised: string[];
  /** Assigned ordinals, in request order. */
  readonly ordinals: number[];
  /** A foreign program's descriptor of the previously published file. */
  readonly editor: FaultFileSystem;
  readonly old: number;
}

const BEFORE = ['before 1', 'before 2'];

/** Creates a log with three segments and a publication, two seconds old. */
async function setup(fs: FaultFileSystem): Promise<World> {
  fs.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
  const time = new SimulatedTime();
  const log = openPublished(fs, { time, seed: 50 });
  for (const text of BEFORE) await log.transact(note(text));
  await log.close();
  for (const seed of [51, 52]) sealOnce(fs, { time, seed });
  time.advance(fs, 2_000);
  const editor = fs.processView();
  return { time, promised: [...BEFORE], ordinals: [], editor, old: editor.openSync(PUBLISHED, OPEN.writeOrCreate) };
}

type Operation = (fs: FaultFileSystem, world: World) => Promise<string[]>;
type Interference = (fs: FaultFileSystem, world: World) => void;

/** Operations of the process under test; each returns its acknowledged texts. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  append: async (fs, { time, ordinals }) => {
    const log = openLog(fs, { time, seed: 1 });
    for (const text of ['a1', 'a2']) ordinals.push(log.append(note(text)).place.ordinal);
    log.close();
    return ['a1', 'a2'];
  },
  maintain: async (fs, { time, ordinals }) => {
    const log = openLog(fs, { time, seed: 1 }, 1);
    ordinals.push(log.append(note('a1')).place.ordinal);
    await log.maintain();
    ordinals.push(log.append(note('a2')).place.ordinal);
    log.close();
    return ['a1', 'a2'];
  },
  publish,
};

async function publish(fs: FaultFileSystem, { time, ordinals }: World): Promise<string[]> {
  const log = openPublished(fs, { time, seed: 1 });
  ordinals.push((await log.transact(note('a1'))).place.ordinal);
  await log.close();
  return ['a1'];
}

const LOG_RACES: Readonly<Record<string, Interference>> = {
  'another process appends': (fs, { time, promised }) => {
    appendOnce(fs, { time, seed: 2 }, 'b');
    promised.push('b');
  },
  'another process seals': (fs, { time }) => sealOnce(fs, { time, seed: 2 }),
  'another process publishes': (fs, { time, promised }) => {
    publishOnce(fs, { time, seed: 2 }, 'b');
    promised.push('b');
  },
  'another process seals and sweeps the segment away': (fs, { time }) => sealAndSweep(fs, { time, seed: 2 }),
};

const FILE_RACES: Readonly<Record<string, Interference>> = {
  'a foreign program edits the file in place': (fs, { promised }) => {
    editInPlace(fs, 'foreign');
    promised.push('foreign');
  },
  'a foreign program edits it twice': (fs, { promised }) => {
    editInPlace(fs, 'foreign 1');
    editInPlace(fs, 'foreign 2');
    promised.push('foreign 1', 'foreign 2');
  },
  'a foreign program writes through a descriptor from before': (_fs, { editor, old, promised }) => {
    editThrough(editor, old, 'foreign');
    promised.push('foreign');
  },
  'the published file is deleted': (fs) => {
    if (exists(fs, PUBLISHED)) fs.unlinkSync(PUBLISHED);
  },
};

/** Publishes once more, a second and a half later. Returns all published texts. */
async function finish(fs: FaultFileSystem, { time, ordinals }: World): Promise<readonly string[]> {
  time.advance(fs, 1_500);
  const log = openPublished(fs, { time, seed: 90 });
  const { place } = await log.transact(note('after'));
  expect(place.ordinal, 'fencing tokens only grow').toBeGreaterThan(Math.max(...ordinals));
  await log.close();
  expect(log.problems).toEqual([]);
  const { seen } = parseNotes(readText(fs, PUBLISHED));
  expect(log.state.seen, 'the file is up to date').toEqual(seen);
  expect([...seen].sort(), 'no duplicates').toEqual([...new Set(seen)].sort());
  expect(fs.openCount, 'open descriptors').toBe(0);
  return seen;
}

/** Expects the same state when read from a checkpoint and from the oldest history. */
function expectAgreement(fs: FaultFileSystem, { time }: World): void {
  const [newest, oldest] = (['newest', 'oldest'] as const).map((from) => {
    const reader = new LogReader(simulatedRuntime(fs, { time, seed: 91 }), { directory: DIRECTORY, machine: notesMachine, from });
    reader.refresh();
    reader.close();
    return reader.snapshot();
  });
  expect(newest, 'all processes agree').toEqual(oldest);
}

async function verify({ fs, context, result }: { fs: FaultFileSystem; context: World; result: string[] }): Promise<void> {
  const { ordinals } = context;
  expect(ordinals, 'in order').toEqual([...ordinals].sort((a, b) => a - b));
  const seen = await finish(fs, context);
  const expected = [...context.promised, ...result];
  expect([...seen].sort()).toEqual([...expected, 'after'].sort());
  expectAgreement(fs, context);
}

const fileSystem = { label: crashPoint, reuseInodes: true };

for (const [operation, run] of Object.entries(OPERATIONS)) {
  const races = operation === 'publish' ? { ...LOG_RACES, ...FILE_RACES } : LOG_RACES;
  test.each(Object.entries(races))(`${operation}: at every call %s`, async (_name, interference) => {
    const { runs } = await exploreInterference({ fileSystem, setup, operation: run, interference, verify });
    expect(runs).toBeGreaterThan(10);
  });
}

test.each(Object.entries(OPERATIONS))(
  '%s: at every call .local is deleted: published records survive, and those that a publishing process acknowledged',
  async (name, operation) => {
    const { runs } = await exploreInterference<World, string[]>({
      fileSystem,
      setup,
      operation: async (fs, world) => {
        try {
          return await operation(fs, world);
        } catch {
          return [];
        }
      },
      interference: (fs, { time }) => removeLocal(fs, { time, seed: 2 }),
      verify: async ({ fs, context, result }) => {
        const seen = await finish(fs, context);
        expect(seen).toEqual(expect.arrayContaining([...BEFORE, ...(name === 'publish' ? result : []), 'after']));
        expectAgreement(fs, context);
      },
    });
    expect(runs).toBeGreaterThan(10);
  },
);

/**
 * Replacements that can be lost: no portable call replaces a file only if it is unchanged. Each with the first call before which it is
 * lost.
 */
const REPLACEMENTS: readonly [string, Interference, string][] = [
  ['a foreign program replaces the file', (fs) => editByRename(fs, 'foreign'), 'publish.keep'],
  [
    'a publisher out of turn replaces it, and a foreign program edits that',
    (fs, { time, promised }) => {
      editInPlace(fs, 'foreign 1');
      publishOnce(fs, { time, seed: 2 }, 'b');
      editInPlace(fs, 'foreign');
      promised.push('foreign 1', 'b');
    },
    // The edit before it changes the kept file's identity, which is noticed until that file was checked.
    'other',
  ],
];

test.each(REPLACEMENTS)('publish: %s: can be lost only between keep and rename', async (_name, interference, last) => {
  const calls: string[] = [];
  const lost: number[] = [];
  await exploreInterference<World, string[]>({
    fileSystem,
    setup,
    operation: publish,
    interference,
    verify: async ({ fs, context, result, call }) => {
      if (call !== undefined) calls.push(call.label);
      const seen = await finish(fs, context);
      if (!seen.includes('foreign')) lost.push(call?.index ?? -1);
      expect([...seen].filter((text) => text !== 'foreign').sort()).toEqual([...context.promised, ...result, 'after'].sort());
      expectAgreement(fs, context);
    },
  });
  const to = calls.lastIndexOf('publish.rename');
  const from = calls.lastIndexOf(last, to) + 1;
  expect(lost).toEqual(Array.from({ length: to - from + 1 }, (_, index) => from + index));
});
