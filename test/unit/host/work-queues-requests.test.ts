import { expect, test } from 'vitest';
import type { QueueDoing } from '../../../src/host/dashboards/work-queues/protocol.ts';
import { QueueDoings } from '../../../src/host/dashboards/work-queues/requests.ts';

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
  expect(doings.end(doing('quick', { outcome: 'done' }))).toBeNull();
  expect(doings.end(doing('slow', { outcome: 'done' }))).toBeNull();
  expect(doings.newest).toMatchObject({ request: 'of quick', outcome: 'done' });
});

test('a refusal that the board does not come to is told, once, and says of what', () => {
  const doings = new QueueDoings();
  doings.begin(doing('slow'));
  doings.begin(doing('quick'));
  expect(doings.end(doing('slow', refused))).toBe('“slow”: somebody has moved it');
  expect(doings.end(doing('quick', refused))).toBeNull();
  expect(doings.begin(doing('next'))).toBe('“quick”: somebody has moved it');
  doings.end(doing('next', refused));
  doings.settle(unchanged);
  expect(doings.begin(doing('last'))).toBeNull();
  doings.end(doing('last', refused));
  expect(doings.begin(doing('one more'))).toBe('“last”: somebody has moved it');
});

test('what was refused stays on its card while something else is done, until the task is another or is asked for anew', () => {
  const doings = new QueueDoings();
  doings.begin(doing('one'));
  doings.end(doing('one', refused));
  doings.begin(doing('two'));
  doings.end(doing('two', { outcome: 'done' }));
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
