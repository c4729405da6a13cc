import { beforeEach, expect, test } from 'vitest';
import { FIRST_SEGMENT } from '../../../../src/engine/log/layout.ts';
import { Log } from '../../../../src/engine/log/log.ts';
import { encodeRecord } from '../../../../src/engine/log/record.ts';
import { LATEST_TIME } from '../../../../src/engine/platform/clock.ts';
import { CortexError, type ErrorCode } from '../../../../src/engine/platform/errors.ts';
import { appendText, readText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { notesMachine } from '../../../support/notes.ts';
import { DIRECTORY, ROOT, SimulatedTime, START, simulatedRuntime } from '../../../support/simulation.ts';
import { appendOnce, note, openLog } from './others.ts';

let fs: FaultFileSystem;
let time: SimulatedTime;

beforeEach(() => {
  fs = new FaultFileSystem();
  time = new SimulatedTime();
  fs.mkdirSync(ROOT, { recursive: true });
});

function logWith(parse: typeof notesMachine.parse) {
  return new Log(simulatedRuntime(fs, { time, seed: 1 }), { directory: DIRECTORY, root: ROOT, machine: { ...notesMachine, parse } });
}

function codeOf(attempt: () => unknown): ErrorCode | string {
  try {
    attempt();
  } catch (error) {
    return error instanceof CortexError ? error.code : String(error);
  }
  return 'nothing';
}

test("append answers from the record's place in the log", () => {
  const [a, b] = [openLog(fs, { time, seed: 1 }), openLog(fs, { time, seed: 2 })];
  expect(a.append(note('1')).answer).toBe(1);
  expect(b.append(note('2')).answer).toBe(2);
  const third = a.append(note('3'));
  expect(third).toMatchObject({ answer: 3, place: { ordinal: START * 1000 + 3, time: START } });
  expect(a.state.seen).toEqual(['1', '2', '3']);
});

test('two processes that start a log at once start one log', () => {
  const other = fs.processView();
  let once = true;
  fs.onCall = ({ op, path }) => {
    if (op === 'writeSync' && path?.endsWith('.jsonl') && once) {
      once = false;
      appendOnce(other, { time, seed: 2 }, 'b');
    }
    return 'proceed';
  };
  const log = openLog(fs, { time, seed: 1 });
  expect(log.append(note('a')).answer).toBe(2);
  expect(log.begun).toBe(true);
  expect(readText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`).match(/"op":"begin"/g)).toHaveLength(2);
});

test('a pinned clock writes only to a log that was started with one', () => {
  appendOnce(fs, { time, seed: 1 }, 'a');
  expect(codeOf(() => openLog(fs, { time, seed: 2, pinned: true }).append(note('b')))).toBe('clock-pinned');
  const log = openLog(fs, { time, seed: 3 });
  log.refresh();
  expect(log.state.seen).toEqual(['a']);
});

test('a pinned log accepts any clock', () => {
  const log = openLog(fs, { time, seed: 1, pinned: true });
  fs.advance(-86_400_000);
  log.append(note('a'));
  expect(openLog(fs, { time, seed: 2 }).append(note('b')).answer).toBe(2);
  expect(openLog(fs, { time, seed: 3, pinned: true }).append(note('c')).answer).toBe(3);
});

test('a process with a pinned clock is refused when another process starts the log without one', () => {
  const other = fs.processView();
  fs.onCall = ({ op, path }) => {
    if (op === 'writeSync' && path?.endsWith('.jsonl') && other.hits.size === 0) appendOnce(other, { time, seed: 2 }, 'b');
    return 'proceed';
  };
  expect(codeOf(() => openLog(fs, { time, seed: 1, pinned: true }).append(note('a')))).toBe('clock-pinned');
});

test('a wrong clock may read but not write', () => {
  appendOnce(fs, { time, seed: 1 }, 'a');
  fs.advance(10_000);
  const log = openLog(fs, { time, seed: 2 });
  log.refresh();
  expect(log.state.seen).toEqual(['a']);
  expect(codeOf(() => log.append(note('b')))).toBe('clock-skew');
  expect(readText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`)).not.toContain('"b"');
});

test('a full disk leaves a partial line, and the log continues when there is space', () => {
  const log = openLog(fs, { time, seed: 1 });
  log.append(note('a'));
  fs.capacity = fs.used + 30;
  expect(codeOf(() => log.append(note('b')))).toBe('disk-full');
  expect(codeOf(() => log.append(note('c')))).toBe('disk-full');
  fs.capacity = Number.POSITIVE_INFINITY;
  expect(log.append(note('d')).answer).toBe(2);
  expect(log.problems).toHaveLength(1);
  expect(appendOnce(fs, { time, seed: 2 }, 'e')).toBeGreaterThan(0);
  log.refresh();
  expect(log.state.seen).toEqual(['a', 'd', 'e']);
});

test('a folder that cannot be written can be read', () => {
  appendOnce(fs, { time, seed: 1 }, 'a');
  fs.readOnly = true;
  const log = openLog(fs, { time, seed: 2 });
  log.refresh();
  expect(log.state.seen).toEqual(['a']);
  expect(codeOf(() => log.append(note('b')))).toBe('read-only');
});

test('a segment without write permission can be read, and the first write reports it', () => {
  appendOnce(fs, { time, seed: 1 }, 'a');
  const log = openLog(fs, { time, seed: 2 });
  let opens = 0;
  fs.onCall = ({ op, path }) => {
    if (op !== 'openSync' || !path?.endsWith('.jsonl')) return 'proceed';
    opens += 1;
    // The first open is for writing, the second for reading only.
    return opens % 2 === 1 ? { fail: 'EACCES' } : 'proceed';
  };
  log.refresh();
  expect(log.state.seen).toEqual(['a']);
  expect(codeOf(() => log.append(note('b')))).toBe('read-only');
});

test('a partially written record is read only once it is complete', () => {
  const log = openLog(fs, { time, seed: 1 });
  log.append(note('a'));
  const late = encodeRecord({ id: 'rec_late', t: START, op: 'note', text: 'late' }).toString();
  appendText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`, late.slice(0, 40));
  log.refresh();
  expect(log.state.seen).toEqual(['a']);
  appendText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`, late.slice(40));
  log.refresh();
  expect(log.state.seen).toEqual(['a', 'late']);
  expect(log.problems).toEqual([]);
});

test('an operation unknown to its own state machine is refused and not written', () => {
  const log = logWith(() => null);
  expect(codeOf(() => log.append(note('a')))).toBe('invalid-input');
  expect(readText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`)).not.toContain('"op":"note"');
});

test('an operation that differs when it is read back is an error, not a silent loss', () => {
  let times = 0;
  const log = logWith((record) => (times++ === 0 ? notesMachine.parse(record) : null));
  expect(() => log.append(note('a'))).toThrow('cannot be read back');
});

test('a log continued by a newer version is refused by older ones', () => {
  const log = openLog(fs, { time, seed: 1 });
  log.append(note('a'));
  const begin = { id: 'rec_x', t: START, op: 'begin', version: 2, boot: 'boot-9', floor: 1, pinned: false };
  appendText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`, encodeRecord(begin).toString());
  expect(codeOf(() => log.refresh())).toBe('newer-version');
  expect(codeOf(() => log.append(note('b')))).toBe('newer-version');
  expect(codeOf(() => openLog(fs, { time, seed: 2 }).append(note('c')))).toBe('newer-version');
  expect(readText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`).match(/"op":"note"/g)).toHaveLength(1);
});

test.each([
  ['a clock that went on', 2_000, START * 1000 + 2_000_000],
  ['a clock that was set back by an hour', -3_600_000, START * 1000 + 1 + 1_000_000],
])('after a boot with %s, ordinals are higher than any that were lost', (_what, ms, floor) => {
  appendOnce(fs, { time, seed: 1 }, 'a');
  time.advance(fs, ms);
  expect(appendOnce(fs, { time, seed: 2, boot: 'boot-2' }, 'b')).toBe(floor + 1);
  expect(appendOnce(fs, { time, seed: 3, boot: 'boot-2' }, 'c')).toBe(floor + 2);
});

test.each([
  ['the highest floor that counts', 0],
  ['less than a million below it', 500_000],
])('a forged begin record with %s does not block writers', (_what, below) => {
  appendOnce(fs, { time, seed: 1 }, 'a');
  const floor = LATEST_TIME * 1000 - below;
  const forged = { op: 'begin', version: 1, boot: 'other', floor, pinned: false };
  appendText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`, encodeRecord({ id: 'rec_f', t: START, ...forged }).toString());
  const second = appendOnce(fs, { time, seed: 2 }, 'b');
  expect(second).toBeGreaterThan(floor);
  expect(appendOnce(fs, { time, seed: 3 }, 'c')).toBe(second + 1);
});

test('an internal operation that no reader would apply is not written', () => {
  const log = openLog(fs, { time, seed: 1 });
  log.append(note('a'));
  const before = readText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`);
  expect(codeOf(() => log.append({ op: 'publish', hash: 'h', checksum: '', upTo: 0.5, identity: '' }))).toBe('invalid-input');
  expect(readText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`)).toBe(before);
});

test('problems are limited to the last hundred', () => {
  const log = openLog(fs, { time, seed: 1 });
  log.append(note('a'));
  appendText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`, Array.from({ length: 150 }, (_, n) => `\nbad ${'x'.repeat(n)}`).join(''));
  appendText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`, '\n');
  log.refresh();
  expect(log.problems).toHaveLength(100);
  expect(log.problems.at(-1)).toContain(`${'bad '.length + 149} bytes`);
});

test('a record that is not an operation of the protocol is ignored and reported', () => {
  const log = openLog(fs, { time, seed: 1 });
  const { place } = log.append(note('a'));
  appendText(fs, `${DIRECTORY}/${FIRST_SEGMENT}`, encodeRecord({ id: 'rec_x', t: START, op: 'other', text: 'x' }).toString());
  expect(log.append(note('b')).place.ordinal).toBe(place.ordinal + 1);
  expect(log.problems.join()).toContain('not an operation (other)');
});
