import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fateOf } from '../../../../../src/engine/log/leader/fate.ts';
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

const fate = (id: string) => fateOf(runtime, { directory: logs.directory, machine: notesMachine }, { id, segment });

function append(id: string, more: object = { op: 'note', text: id }): void {
  segment.append(encodeRecord({ id, t: runtime.clock.now(), op: '', ...more }));
}

function seal(next = NEXT): void {
  fs.writeFileSync(path.join(logs.directory, next), '');
  append('rec_seal', { op: 'seal', next });
}

it('a record in an open segment happened, and its answer is that of its place', () => {
  append('rec_a');
  append('rec_b');
  expect(fate('rec_a')).toMatchObject({ answer: 3, place: { id: 'rec_a' } });
  expect(fate('rec_b')).toMatchObject({ answer: 4 });
});

it('a record before the seal happened, one behind it never did', () => {
  append('rec_a');
  seal();
  append('rec_b');
  expect(fate('rec_a')).toMatchObject({ answer: 3 });
  expect(fate('rec_b')).toBe('never');
});

it('what calls itself a seal and is none ends nothing', () => {
  append('rec_seal', { op: 'seal', next: '000009-0123456789abcdef.jsonl' });
  append('rec_a', { op: 'note', text: '"op":"seal"' });
  append('rec_b');
  expect(fate('rec_b')).toMatchObject({ answer: 4 });
});

it('a record that names another one is not that one', () => {
  append('rec_a', { op: 'note', text: 'rec_b' });
  expect(fate('rec_b')).toBe('never');
});

it('a half line is no record', () => {
  const line = encodeRecord({ id: 'rec_a', t: 1, op: 'note', text: 'a' });
  fs.appendFileSync(path.join(logs.directory, '000001.jsonl'), line.subarray(0, line.length - 3));
  expect(fate('rec_a')).toBe('never');
});

it('a record in a log that was deleted never happened, also when another log was begun there', async () => {
  append('rec_a');
  fs.rmSync(logs.directory, { recursive: true });
  expect(fate('rec_a')).toBe('never');
  await logs.leader();
  expect(fate('rec_a')).toBe('never');
});

it('a record in a segment that was swept behind its seal happened; where nobody can tell its answer any more, that is said', () => {
  append('rec_a');
  seal();
  fs.rmSync(path.join(logs.directory, '000001.jsonl'));
  expect(() => fate('rec_a')).toThrow('its result can no longer be read');
});
