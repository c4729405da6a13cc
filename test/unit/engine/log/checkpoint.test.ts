import { beforeEach, expect, test } from 'vitest';
import {
  checkpointName,
  FIRST_SEGMENT,
  freshCheckpointName,
  segmentsLeadingTo,
  startingPoints,
} from '../../../../src/engine/log/layout.ts';
import { keepCheckpoint, readCheckpoint, sweepLogFiles, writeFreshCheckpoint } from '../../../../src/engine/log/segments/checkpoint.ts';
import { LogReader } from '../../../../src/engine/log/segments/reader.ts';
import type { Runtime } from '../../../../src/engine/platform/runtime.ts';
import { appendText, readText, writeText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { notesMachine } from '../../../support/notes.ts';
import { DIRECTORY, ROOT, SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';
import { appendOnce, note, openLog, sealAndSweep, sealOnce } from './others.ts';

const DAY = 24 * 3_600_000;
const MIB = 1024 * 1024;

let fs: FaultFileSystem;
let time: SimulatedTime;

const segment = (number: number) =>
  number === 1 ? FIRST_SEGMENT : `${String(number).padStart(6, '0')}-${String(number).padStart(16, '0')}.jsonl`;
const path = (name: string) => `${DIRECTORY}/${name}`;
const names = () => fs.readdirSync(DIRECTORY);

/** Writes a segment and, except for the first, its checkpoint. */
function make(number: number, bytes = 10): void {
  writeText(fs, path(segment(number)), 'x'.repeat(bytes));
  if (number > 1) writeText(fs, path(checkpointName(segment(number))), '{}');
}

async function writeCheckpoint(runtime: Runtime, name: string, state: string): Promise<void> {
  writeFreshCheckpoint(runtime, DIRECTORY, name, state);
  await keepCheckpoint(runtime.fs, DIRECTORY, name);
}

function segmentsLeft(): number[] {
  return names()
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => Number(name.slice(0, 6)));
}

function open(from: 'newest' | 'oldest') {
  const reader = new LogReader(simulatedRuntime(fs, { time, seed: 99 }), { directory: DIRECTORY, machine: notesMachine, from });
  reader.refresh();
  reader.close();
  return reader;
}

beforeEach(() => {
  fs = new FaultFileSystem();
  time = new SimulatedTime();
  fs.mkdirSync(DIRECTORY, { recursive: true });
});

test('readCheckpoint returns the written state, and null for a missing, torn or foreign checkpoint', async () => {
  const runtime = simulatedRuntime(fs, { time, seed: 1 });
  expect(readCheckpoint(runtime, DIRECTORY, segment(2))).toBeNull();
  await writeCheckpoint(runtime, segment(2), '{"a":1}');
  expect(readCheckpoint(runtime, DIRECTORY, segment(2))).toEqual({ a: 1 });
  const file = path(checkpointName(segment(2)));
  const text = readText(fs, file);
  for (const torn of [text.slice(0, -1), '', '{}', text.replace('checkpoint', 'checkpoinx')]) {
    writeText(fs, file, torn);
    expect(readCheckpoint(runtime, DIRECTORY, segment(2))).toBeNull();
  }
  await writeCheckpoint(runtime, segment(3), '{"a":');
  expect(readCheckpoint(runtime, DIRECTORY, segment(3)), 'a state that is not JSON').toBeNull();
  expect(fs.openCount).toBe(0);
});

test('a checkpoint is durable with its name once it is written', async () => {
  fs.syncAll();
  await writeCheckpoint(simulatedRuntime(fs, { time, seed: 1 }), segment(2), '{"a":1}');
  const after = simulatedRuntime(fs.powerLossWorst(), { time, seed: 2 });
  expect(readCheckpoint(after, DIRECTORY, segment(2))).toEqual({ a: 1 });
});

test('a fresh checkpoint is valid for readers of the same boot only, and is renamed when it becomes durable', async () => {
  const runtime = simulatedRuntime(fs, { time, seed: 1 });
  writeFreshCheckpoint(runtime, DIRECTORY, segment(2), '{"a":1}');
  expect(readCheckpoint(simulatedRuntime(fs, { time, seed: 2 }), DIRECTORY, segment(2))).toEqual({ a: 1 });
  expect(readCheckpoint(simulatedRuntime(fs, { time, seed: 2, boot: 'another' }), DIRECTORY, segment(2))).toBeNull();
  expect(names()).toEqual([freshCheckpointName(segment(2))]);
  // It becomes durable while another process reads it.
  const other = fs.processView();
  fs.onCall = ({ op, path: opened }) => {
    if (op === 'openSync' && opened?.endsWith('.fresh.json') === true)
      other.renameSync(path(freshCheckpointName(segment(2))), path(checkpointName(segment(2))));
    return 'proceed';
  };
  expect(readCheckpoint(simulatedRuntime(fs, { time, seed: 3, boot: 'another' }), DIRECTORY, segment(2))).toEqual({ a: 1 });
  await keepCheckpoint(fs, DIRECTORY, segment(2));
  expect(fs.openCount, 'keeping it again has no effect').toBe(0);
});

test('records behind a fresh checkpoint become durable together with the seal that leads there', async () => {
  appendOnce(fs, { time, seed: 1 }, 'before');
  fs.syncAll();
  appendOnce(fs, { time, seed: 2 }, 'sealed');
  sealOnce(fs, { time, seed: 3 });
  const durable = names().find((name) => name.endsWith('.state.json')) ?? '';
  fs.renameSync(path(durable), path(durable.replace('.state.', '.fresh.')));
  const log = openLog(fs, { time, seed: 4 });
  log.append(note('behind'));
  await log.sync();
  log.close();
  const after = openLog(fs.powerLossWorst(), { time, seed: 5, boot: 'boot-2' });
  after.refresh();
  expect(after.state.seen).toEqual(['before', 'sealed', 'behind']);
});

test('segmentsLeadingTo names the segments from the last durable checkpoint up to a fresh one', () => {
  const names = [FIRST_SEGMENT, ...[2, 3, 4, 5].map(segment), freshCheckpointName(segment(4)), checkpointName(segment(2))];
  expect(segmentsLeadingTo(segment(4), names)).toEqual([segment(2), segment(3)]);
  expect(segmentsLeadingTo(segment(2), names)).toEqual([]);
  expect(segmentsLeadingTo(segment(3), names.slice(0, -1))).toEqual([FIRST_SEGMENT, segment(2)]);
  expect(segmentsLeadingTo(FIRST_SEGMENT, names)).toEqual([]);
});

test.each([
  ['torn', '{"c":"'],
  ['of a form that this program does not know', null],
])('a log with a checkpoint that is %s is read from the previous one', async (_what, damage) => {
  for (const seed of [1, 2, 3]) {
    appendOnce(fs, { time, seed }, `n${seed}`);
    sealOnce(fs, { time, seed: seed + 10 });
  }
  const expected = open('oldest').snapshot();
  const newest = names().findLast((name) => name.endsWith('.state.json')) ?? '';
  if (damage !== null) writeText(fs, path(newest), damage);
  else await writeCheckpoint(simulatedRuntime(fs, { time, seed: 4 }), newest.replace('.state.json', '.jsonl'), '{"core":{},"state":{}}');
  const reader = open('newest');
  expect(reader.snapshot()).toBe(expected);
  expect(reader.problems).toHaveLength(damage === null ? 1 : 0);
});

test('nothing is swept with fewer than two checkpoints, nor after the second-to-last checkpoint', () => {
  make(1);
  make(2);
  time.advance(fs, 100 * DAY);
  sweepLogFiles(fs, DIRECTORY);
  make(3);
  sweepLogFiles(fs, DIRECTORY);
  expect(segmentsLeft()).toEqual([1, 2, 3]);
});

test('history is kept for thirty days before the newest checkpoint', () => {
  for (const number of [1, 2, 3]) make(number);
  time.advance(fs, DAY);
  make(4);
  time.advance(fs, 29 * DAY + 1);
  for (const number of [5, 6]) make(number);
  sweepLogFiles(fs, DIRECTORY);
  expect(segmentsLeft(), 'the first segment is never removed').toEqual([1, 4, 5, 6]);
  expect(
    names().filter((name) => name.endsWith('.swept')),
    'the sweep is recorded',
  ).toEqual(['000004.swept']);
  expect(names().filter((name) => name.endsWith('.state.json'))).toHaveLength(3);
});

test('history is kept up to the latest 64 MiB', () => {
  for (const [number, bytes] of [MIB, MIB, 20 * MIB, 20 * MIB, 20 * MIB, MIB, MIB].entries()) make(number + 1, bytes);
  sweepLogFiles(fs, DIRECTORY);
  expect(segmentsLeft()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  make(8, 4 * MIB);
  make(9);
  make(10);
  sweepLogFiles(fs, DIRECTORY);
  expect(segmentsLeft()).toEqual([1, 4, 5, 6, 7, 8, 9, 10]);
});

test('all segments and every fourth checkpoint before the last two are kept', () => {
  for (let number = 1; number <= 11; number++) make(number);
  sweepLogFiles(fs, DIRECTORY);
  expect(segmentsLeft()).toHaveLength(11);
  const checkpoints = names().filter((name) => name.endsWith('.state.json'));
  expect(checkpoints.map((name) => Number(name.slice(0, 6)))).toEqual([4, 8, 10, 11]);
});

test('stray temporary files are swept after a minute, foreign files never', () => {
  for (const number of [1, 2]) make(number);
  for (const name of ['dead.tmp', 'notes.txt', 'kept-x', 'clock']) writeText(fs, path(name), '');
  time.advance(fs, 60_001);
  writeText(fs, path('alive.tmp'), '');
  make(3);
  sweepLogFiles(fs, DIRECTORY);
  expect(names()).toEqual(expect.arrayContaining(['alive.tmp', 'notes.txt', 'kept-x', 'clock']));
  expect(names()).not.toContain('dead.tmp');
});

test('two concurrent sweeps do not disturb each other', () => {
  for (const number of [1, 2, 3, 4, 5]) make(number);
  time.advance(fs, 31 * DAY);
  for (const number of [6, 7]) make(number);
  const other = fs.processView();
  fs.onCall = ({ op }) => {
    if (op === 'unlinkSync') sweepLogFiles(other, DIRECTORY);
    return 'proceed';
  };
  sweepLogFiles(fs, DIRECTORY);
  expect(segmentsLeft()).toEqual([1, 6, 7]);
});

test('a history may start after the gap of a sweep', () => {
  appendOnce(fs, { time, seed: 1 }, 'early');
  for (const seed of [2, 3]) {
    sealOnce(fs, { time, seed });
    appendOnce(fs, { time, seed: seed + 10 }, `n${seed}`);
  }
  sealAndSweep(fs, { time, seed: 5 });
  appendOnce(fs, { time, seed: 6 }, 'late');
  expect(segmentsLeft().length, 'there is a gap').toBeLessThan(Math.max(...segmentsLeft()));
  expect(open('oldest').snapshot()).toBe(open('newest').snapshot());
  expect(open('oldest').state.seen).toEqual(['early', 'n2', 'n3', 'late']);
});

test('starting points include only existing segments, in the right order, never across a gap', () => {
  const all = (numbers: readonly number[]) => numbers.flatMap((number) => [segment(number), checkpointName(segment(number))]);
  expect(startingPoints([], 'newest')).toEqual([]);
  expect(startingPoints([FIRST_SEGMENT], 'oldest')).toEqual([FIRST_SEGMENT]);
  const names = [FIRST_SEGMENT, ...all([2, 3]), checkpointName(segment(4))];
  expect(startingPoints(names, 'newest')).toEqual([segment(3), segment(2), FIRST_SEGMENT]);
  expect(startingPoints(names, 'oldest')).toEqual([FIRST_SEGMENT, segment(2), segment(3)]);
  expect(startingPoints([FIRST_SEGMENT, ...all([4, 5])], 'oldest')).toEqual([segment(4), segment(5)]);
});

test('a log with a missing segment in the middle is refused, and no descriptor stays open', () => {
  for (const seed of [1, 2]) {
    appendOnce(fs, { time, seed }, `n${seed}`);
    sealOnce(fs, { time, seed: seed + 10 });
  }
  for (const name of names()) if (name !== FIRST_SEGMENT && name.startsWith('0')) fs.unlinkSync(path(name));
  expect(() => open('newest')).toThrow(
    expect.objectContaining({ code: 'broken-file', message: 'segment 2 of the log is missing (after 000001.jsonl, at its end)' }),
  );
  expect(fs.openCount).toBe(0);
});

test('a log whose later checkpoints are all damaged is read segment by segment', () => {
  for (const seed of [1, 2, 3]) {
    appendOnce(fs, { time, seed }, `n${seed}`);
    sealOnce(fs, { time, seed: seed + 10 });
  }
  for (const name of names()) if (name.endsWith('.state.json')) writeText(fs, path(name), 'torn');
  expect(open('newest').state.seen).toEqual(['n1', 'n2', 'n3']);
});

test('a checkpoint in the place of another is skipped for the previous one', () => {
  for (const seed of [1, 2, 3]) {
    appendOnce(fs, { time, seed }, `n${seed}`);
    sealOnce(fs, { time, seed: seed + 10 });
  }
  appendOnce(fs, { time, seed: 4 }, 'n4');
  const [, older = '', newest = ''] = names().filter((name) => name.endsWith('.state.json'));
  writeText(fs, path(newest), readText(fs, path(older)));
  expect(open('newest').state.seen).toEqual(['n1', 'n2', 'n3', 'n4']);
});

test('a missing log is empty, and reading creates nothing', () => {
  const empty = new FaultFileSystem();
  const reader = new LogReader(simulatedRuntime(empty, { time, seed: 1 }), { directory: DIRECTORY, machine: notesMachine, from: 'newest' });
  reader.refresh();
  expect(reader.state.seen).toEqual([]);
  expect(empty.readdirSync('/')).toEqual([]);
});

test('hostile lines are skipped, reported and not counted', () => {
  appendOnce(fs, { time, seed: 1 }, 'a');
  appendText(fs, path(FIRST_SEGMENT), '\n{"c":"0000000000000000","n":5,"r":{"a"}}\n\0\0\0\n[]\nnull\nhalf a li');
  appendOnce(fs, { time, seed: 2 }, 'b');
  const reader = open('newest');
  expect(reader.state.seen).toEqual(['a', 'b']);
  expect(reader.problems).toHaveLength(5);
  expect(`${ROOT}${reader.problems[0]}`).toMatch(/000001\.jsonl:4: skipped a damaged line of \d+ bytes/);
});
