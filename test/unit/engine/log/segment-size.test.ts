import { beforeEach, expect, test } from 'vitest';
import { Segment } from '../../../../src/engine/log/segments/segment.ts';
import { SegmentSize } from '../../../../src/engine/log/segments/segment-size.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { DIRECTORY, SimulatedTime } from '../../../support/simulation.ts';
import { note, openLog } from './others.ts';

const SIZE = 1_000;
/** Space for a short note, in bytes. */
const NOTE_BYTES = 150;

let fs: FaultFileSystem;
let time: SimulatedTime;
beforeEach(() => {
  fs = new FaultFileSystem();
  time = new SimulatedTime();
  fs.mkdirSync(DIRECTORY, { recursive: true });
});

test.each([
  ['below the size', 100, 900, false],
  ['over the size', 950, 1_050, true],
  ['between two multiples', 1_050, 1_990, false],
  ['over a multiple', 4_950, 5_050, true],
  ['between two multiples, far on', 15_100, 15_900, false],
  ['over sixteen sizes, wherever', 16_100, 16_200, true],
])('a record %s decides correctly whether its process seals the segment', (_where, from, to, seals) => {
  const segment = Segment.openFirst(fs, DIRECTORY, '000001.jsonl');
  expect(new SegmentSize(fs, DIRECTORY, SIZE).isReachedBy(segment, { segment: segment.name, from, to })).toBe(seals);
  segment.close();
});

test('a full segment that the responsible process did not seal is sealed by the next writer', async () => {
  const sizeOf = (name: string) => Number(fs.statSync(`${DIRECTORY}/${name}`, { bigint: true }).size);
  const segments = () => fs.readdirSync(DIRECTORY).filter((name) => name.endsWith('.jsonl'));
  const dead = openLog(fs, { time, seed: 1 }, SIZE);
  // Ends where a short note reaches no multiple of the size.
  while (segments().length === 0 || sizeOf('000001.jsonl') < 17 * SIZE || sizeOf('000001.jsonl') % SIZE > SIZE - NOTE_BYTES)
    dead.append(note('x'));
  dead.close();
  const next = openLog(fs, { time, seed: 2 }, SIZE);
  next.append(note('y'));
  await next.maintain();
  next.close();
  expect(segments()).toHaveLength(2);
});
