import { beforeEach, expect, test } from 'vitest';
import { segmentNumber } from '../../../../src/engine/log/layout.ts';
import { appendText, readText, writeText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { DIRECTORY, SimulatedTime } from '../../../support/simulation.ts';
import { appendOnce, note, openLog, sealOnce } from './others.ts';

let fs: FaultFileSystem;
let time: SimulatedTime;

const path = (name: string) => `${DIRECTORY}/${name}`;
const segments = () =>
  fs
    .readdirSync(DIRECTORY)
    .filter((name) => segmentNumber(name) !== null)
    .sort();
const last = (from = 1) => segments().at(-from) ?? '';
/** Cuts off the end of the last segment but one, with its seal. */
const tearSeal = () => writeText(fs, path(last(2)), readText(fs, path(last(2))).slice(0, -30));
const removeCheckpoints = () => {
  for (const name of fs.readdirSync(DIRECTORY)) if (name.endsWith('.state.json')) fs.unlinkSync(path(name));
};
const refused = (segment: string, next: string) =>
  expect.objectContaining({
    code: 'broken-file',
    message: `the end of ${segment} is damaged: it does not lead to the next segment (${next})`,
    data: expect.objectContaining({ next: expect.stringContaining('mv ') }),
  });

/** Creates three segments, each with a record. */
beforeEach(() => {
  fs = new FaultFileSystem();
  time = new SimulatedTime();
  for (const seed of [1, 2]) {
    appendOnce(fs, { time, seed }, `n${seed}`);
    sealOnce(fs, { time, seed: seed + 10 });
  }
  appendOnce(fs, { time, seed: 3 }, 'n3');
});

test('a log with a later segment that no seal leads to is neither read nor written, and no number is reused', () => {
  tearSeal();
  removeCheckpoints();
  const before = segments();
  const log = openLog(fs, { time, seed: 4 });
  const refusal = refused(last(2), last());
  expect(() => log.refresh()).toThrow(refusal);
  const size = readText(fs, path(last(2))).length;
  for (let n = 0; n < 2; n++) expect(() => log.append(note('more'))).toThrow(refusal);
  expect(readText(fs, path(last(2)))).toHaveLength(size);
  expect(segments()).toEqual(before);
  expect(fs.openCount).toBe(0);
});

test('a log with a damaged end is refused also by a process that has it open', () => {
  const log = openLog(fs, { time, seed: 4 });
  log.refresh();
  const open = last();
  sealOnce(fs, { time, seed: 5 });
  appendOnce(fs, { time, seed: 6 }, 'behind the seal');
  tearSeal();
  removeCheckpoints();
  for (let n = 0; n < 2; n++) expect(() => log.append(note('more'))).toThrow(refused(open, last()));
});

test('a log continues from a later readable checkpoint', () => {
  tearSeal();
  const log = openLog(fs, { time, seed: 4 });
  expect(log.append(note('more')).answer).toBe(4);
});

test('an empty later segment belongs to a process that is sealing', () => {
  writeText(fs, path('000004-00000000000000aa.jsonl'), '');
  expect(openLog(fs, { time, seed: 4 }).append(note('more')).answer).toBe(4);
});

test('sealing and writing during a read is no damage', () => {
  const other = fs.processView();
  let calls = 0;
  for (let at = 0; calls >= at; at++) {
    calls = 0;
    fs.onCall = () => {
      if (calls++ === at) {
        sealOnce(other, { time, seed: 100 + at });
        appendOnce(other, { time, seed: 200 + at }, `while ${at}`);
      }
      return 'proceed';
    };
    const log = openLog(fs, { time, seed: 300 + at });
    expect(() => log.append(note('more'))).not.toThrow();
    log.close();
  }
  expect(calls).toBeGreaterThan(10);
});

test('segments left after a power loss took their seal are no damage, also later in the same boot', () => {
  tearSeal();
  removeCheckpoints();
  const left = last();
  appendText(fs, path(left), '\n');
  const log = openLog(fs, { time, seed: 4, boot: 'boot-2' });
  expect(log.append(note('after')).answer).toBe(3);
  log.close();
  expect(openLog(fs, { time, seed: 5, boot: 'boot-2' }).append(note('more')).answer).toBe(4);
  sealOnce(fs, { time, seed: 6, boot: 'boot-2' });
  removeCheckpoints();
  expect(openLog(fs, { time, seed: 7, boot: 'boot-2' }).append(note('more')).answer).toBe(5);
});

test('a durable checkpoint behind the lost seal proves damage', () => {
  tearSeal();
  for (const name of fs.readdirSync(DIRECTORY)) if (name.endsWith('.state.json')) writeText(fs, path(name), 'torn');
  expect(() => openLog(fs, { time, seed: 4, boot: 'boot-2' }).refresh()).toThrow(refused(last(2), last()));
});

test('a power loss may leave the empty second segment without the name of the first', () => {
  for (const name of fs.readdirSync(DIRECTORY)) if (name.includes('.')) fs.unlinkSync(path(name));
  writeText(fs, path('000002-00000000000000aa.jsonl'), '');
  expect(openLog(fs, { time, seed: 4 }).append(note('first')).answer).toBe(1);
});
