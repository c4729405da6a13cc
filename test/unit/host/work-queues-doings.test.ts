import { expect, test } from 'vitest';
import type { QueueDoing } from '../../../src/contract/work-queues.ts';
import { QueueDoings } from '../../../src/host/panel/work-queues-doings.ts';

const doing = (task: string, more: Partial<QueueDoing> = {}): QueueDoing => ({
  ...{ request: `of ${task}`, outcome: 'doing', message: '', task },
  seen: { id: task, title: task, list: 'working', agent: 'web-dev' },
  ...more,
});
const refused = { outcome: 'refused', message: 'somebody has moved it' } as const;
const unchanged = (each: QueueDoing): QueueDoing => each;

test('the end of what was asked for earlier takes nothing from what was asked for last, whichever ends first', () => {
  const doings = new QueueDoings();
  doings.begin(doing('slow'));
  doings.begin(doing('quick'));
  expect(doings.end(doing('quick', { outcome: 'done' }))).toBe(true);
  expect(doings.end(doing('slow', { outcome: 'done' }))).toBe(false);
  expect(doings.newest).toMatchObject({ request: 'of quick', outcome: 'done' });
});

test('what was refused stays on its card while something else is done, until the task is another or is asked for anew', () => {
  const doings = new QueueDoings();
  doings.begin(doing('one'));
  doings.end(doing('one', refused));
  doings.begin(doing('two'));
  expect(doings.end(doing('two', { outcome: 'done' }))).toBe(true);
  doings.settle(unchanged);
  expect(doings.refusalOf('one')).toBe('somebody has moved it');
  expect(doings.refusalOf('two')).toBeNull();
  doings.begin(doing('one', { request: 'again' }));
  expect(doings.refusalOf('one')).toBeNull();
  doings.end(doing('one', { request: 'again', ...refused }));
  doings.settle((each) => ({ ...each, seen: null }));
  expect(doings.refusalOf('one')).toBeNull();
});

test('what is being done or was done is not done once more, and what was refused is', () => {
  const doings = new QueueDoings();
  doings.begin(doing('one'));
  expect(doings.has('of one')).toBe(true);
  doings.end(doing('one', refused));
  expect(doings.has('of one')).toBe(false);
  expect(doings.has('another')).toBe(false);
});
