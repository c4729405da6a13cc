import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRecordOutcome } from '../../../../../src/engine/log/leader/record-outcome.ts';
import { encodeRecord } from '../../../../../src/engine/log/record.ts';
import { Segment } from '../../../../../src/engine/log/segments/segment.ts';
import { nodeRuntime } from '../../../../../src/engine/platform/runtime.ts';
import { AnsweringLogs } from '../../../../support/answering-logs.ts';
import { notesMachine } from '../../../../support/notes.ts';

const runtime = nodeRuntime({});
const NEXT = '000002-0123456789abcdef.jsonl';

let logs: AnsweringLogs;
let segment: Segment;
beforeEach(async () => {
  logs = new AnsweringLogs();
  await logs.close(await logs.leader());
  segment = Segment.openFirst(runtime.fs, logs.directory, '000001.jsonl');
});
afterEach(async () => {
  segment.close();
  await logs.end();
});

const fate = (id: string) => findRecordOutcome(runtime, { directory: logs.directory, machine: notesMachine }, { id, segment });

function append(id: string, more: object = { op: 'note', text: id }): void {
  segment.append(encodeRecord({ id, t: runtime.clock.now(), op: '', ...more }));
}

function seal(next = NEXT): void {
  fs.writeFileSync(path.join(logs.directory, next), '');
  append('rec_seal', { op: 'seal', next });
}

it('a record in an open segment was applied, and its answer comes from its place', () => {
  append('rec_a');
  append('rec_b');
  expect(fate('rec_a')).toMatchObject({ answer: 3, place: { id: 'rec_a' } });
  expect(fate('rec_b')).toMatchObject({ answer: 4 });
});

it('a record before the seal was applied, one behind it was not', () => {
  append('rec_a');
  seal();
  append('rec_b');
  expect(fate('rec_a')).toMatchObject({ answer: 3 });
  expect(fate('rec_b')).toBe('never');
});

it('a line that claims to be a seal but is none ends nothing', () => {
  append('rec_seal', { op: 'seal', next: '000009-0123456789abcdef.jsonl' });
  append('rec_a', { op: 'note', text: '"op":"seal"' });
  append('rec_b');
  expect(fate('rec_b')).toMatchObject({ answer: 4 });
});

it('a record that mentions another id is not that record', () => {
  append('rec_a', { op: 'note', text: 'rec_b' });
  expect(fate('rec_b')).toBe('never');
});

it('a partial line is no record', () => {
  const line = encodeRecord({ id: 'rec_a', t: 1, op: 'note', text: 'a' });
  fs.appendFileSync(path.join(logs.directory, '000001.jsonl'), line.subarray(0, line.length - 3));
  expect(fate('rec_a')).toBe('never');
});

it('a record in a deleted log was not applied, also when another log was started there', async () => {
  append('rec_a');
  fs.rmSync(logs.directory, { recursive: true });
  expect(fate('rec_a')).toBe('never');
  await logs.leader();
  expect(fate('rec_a')).toBe('never');
});

it('a record in a swept segment was applied, and an error says that its answer is no longer known', () => {
  append('rec_a');
  seal();
  fs.rmSync(path.join(logs.directory, '000001.jsonl'));
  expect(() => fate('rec_a')).toThrow('its result can no longer be read');
});
