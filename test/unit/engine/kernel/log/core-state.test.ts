import { expect, test } from 'vitest';
import { CoreState } from '../../../../../src/engine/kernel/log/core-state.ts';
import type { LogRecord } from '../../../../../src/engine/kernel/log/record.ts';

let made = 0;

function record(op: string, fields: Readonly<Record<string, unknown>> = {}, t = 1_000): LogRecord {
  made += 1;
  return { id: `rec_${made}`, t, op, ...fields };
}

const begin = (fields: Readonly<Record<string, unknown>> = {}) =>
  record('begin', { version: 1, boot: 'boot-1', floor: 5_000, pinned: false, ...fields });
const publish = (hash: string, fields: Readonly<Record<string, unknown>> = {}) =>
  record('publish', { hash, checksum: 'c', upTo: 1, identity: 'i', ...fields });

test('ordinals count records, times never go back', () => {
  const core = new CoreState();
  expect(core.note(record('note', {}, 500))?.place).toMatchObject({ ordinal: 1, time: 500 });
  expect(core.note(record('note', {}, 400))?.place).toMatchObject({ ordinal: 2, time: 500 });
  expect(core.note(record('note', {}, 600))?.place).toMatchObject({ ordinal: 3, time: 600 });
});

test('the first beginning of a boot sets the floor, the second changes nothing', () => {
  const core = new CoreState();
  expect(core.note(begin({ pinned: true }))?.place.ordinal).toBe(5_000);
  expect(core.note(begin({ floor: 9_000, pinned: false }))?.place.ordinal).toBe(5_001);
  expect(core).toMatchObject({ boot: 'boot-1', pinned: true, version: 1 });
});

test('a beginning in another boot lifts the floor, never lowers it, and does not change whether the log is pinned', () => {
  const core = new CoreState();
  core.note(begin());
  expect(core.note(begin({ boot: 'boot-2', floor: 8_000 }))?.place.ordinal).toBe(8_000);
  expect(core.note(begin({ boot: 'boot-3', floor: 7_000, pinned: true }))?.place.ordinal).toBe(8_001);
  expect(core.pinned).toBe(false);
});

test('a newer version is remembered, whoever begins after it', () => {
  const core = new CoreState();
  core.note(begin({ version: 7 }));
  core.note(begin({ version: 1, boot: 'boot-2' }));
  expect(core.version).toBe(7);
});

test.each([
  ['begin', { version: 'x' }],
  ['seal', { next: '../../etc/passwd' }],
  ['seal', { next: '000001.jsonl' }],
  ['publish', { hash: 1 }],
  ['adopt', { hash: 'h' }],
])('a malformed %s counts for nobody', (op, fields) => {
  const core = new CoreState();
  expect(core.note(record(op, fields))).toBeNull();
  expect(core.ordinal).toBe(0);
});

test('a seal names the next segment', () => {
  const next = '000002-0123456789abcdef.jsonl';
  expect(new CoreState().note(record('seal', { next }))).toMatchObject({ next, counts: false });
});

test('the same content is adopted once, and not at all when another adoption came between', () => {
  const core = new CoreState();
  const first = core.note(record('adopt', { hash: 'a', after: 0 }));
  expect(first?.counts).toBe(true);
  expect(core.note(record('adopt', { hash: 'a', after: core.adopted }))?.counts, 'once per hash').toBe(false);
  expect(core.note(record('adopt', { hash: 'b', after: 0 }))?.counts, 'made from a state before the first').toBe(false);
  expect(core.knows('b')).toBe(false);
  expect(core.note(record('adopt', { hash: 'b', after: first?.place.ordinal }))?.counts).toBe(true);
});

test('what was published is not adopted', () => {
  const core = new CoreState();
  core.note(publish('p', { identity: 'mine', upTo: 3 }));
  expect(core.note(record('adopt', { hash: 'p', after: 0 }))?.counts).toBe(false);
  expect(core.content('p')).toEqual({ identity: 'mine', upTo: 3, checksum: 'c' });
  expect(core.content('unknown')).toEqual({ identity: '', upTo: 0, checksum: '' });
  expect(core.published).toEqual({ hash: 'p', checksum: 'c', upTo: 3, identity: 'mine' });
});

test('a few hundred contents are remembered, the latest', () => {
  const core = new CoreState();
  for (let n = 0; n < 262; n++) core.note(publish(`h${n}`));
  expect([core.knows('h5'), core.knows('h6'), core.knows('h261')]).toEqual([false, true, true]);
  core.note(publish('h6'));
  core.note(publish('new'));
  expect([core.knows('h6'), core.knows('h7')]).toEqual([true, false]);
});

test('a snapshot makes the same state again', () => {
  const core = new CoreState();
  core.note(begin());
  core.note(publish('p'));
  core.note(record('adopt', { hash: 'a', after: 0 }, 2_000));
  const noted = core.note(record('note', {}, 3_000));
  if (noted !== null) core.change(noted.place);
  const again = CoreState.restore(JSON.parse(JSON.stringify(core.snapshot())));
  expect(again.snapshot()).toEqual(core.snapshot());
  for (const each of [core, again]) each.note(record('adopt', { hash: 'b', after: core.adopted }));
  expect([again.knows('p'), again.knows('a'), again.ordinal, again.changedAt]).toEqual([true, true, core.ordinal, 3_000]);
});

test.each([null, 1, {}, { ordinal: 'x' }])('what is no snapshot is refused: %j', (value) => {
  expect(() => CoreState.restore(value)).toThrow();
});
