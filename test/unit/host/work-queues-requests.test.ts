import { expect, test } from 'vitest';
import type { QueueRequest } from '../../../src/host/dashboards/work-queues/protocol.ts';
import { QueueRequests } from '../../../src/host/dashboards/work-queues/requests.ts';

const doing = (task: string, more: Partial<QueueRequest> = {}): QueueRequest => ({
  request: `of ${task}`,
  outcome: 'doing',
  message: '',
  task,
  seen: { id: task, title: task, list: 'working', agent: 'web-dev' },
  ...more,
});
const refused = { outcome: 'refused', message: 'somebody has moved it' } as const;
const unchanged = (each: QueueRequest): QueueRequest => each;

test('the end of an earlier request does not replace the newest request, in any order', () => {
  const requests = new QueueRequests();
  requests.begin(doing('slow'));
  requests.begin(doing('quick'));
  expect(requests.end(doing('quick', { outcome: 'done' }))).toBeNull();
  expect(requests.end(doing('slow', { outcome: 'done' }))).toBeNull();
  expect(requests.newest).toMatchObject({ request: 'of quick', outcome: 'done' });
});

test('a refusal that the board cannot show is reported once, with the title of its task', () => {
  const requests = new QueueRequests();
  requests.begin(doing('slow'));
  requests.begin(doing('quick'));
  expect(requests.end(doing('slow', refused))).toBe('“slow”: somebody has moved it');
  expect(requests.end(doing('quick', refused))).toBeNull();
  expect(requests.begin(doing('next'))).toBe('“quick”: somebody has moved it');
  requests.end(doing('next', refused));
  requests.finishAll(unchanged);
  expect(requests.begin(doing('last'))).toBeNull();
  requests.end(doing('last', refused));
  expect(requests.begin(doing('one more'))).toBe('“last”: somebody has moved it');
});

test('a refusal stays on its card until the task changes or is requested again', () => {
  const requests = new QueueRequests();
  requests.begin(doing('one'));
  requests.end(doing('one', refused));
  requests.begin(doing('two'));
  requests.end(doing('two', { outcome: 'done' }));
  requests.finishAll(unchanged);
  expect(requests.refusalOf('one')).toBe('somebody has moved it');
  expect(requests.refusalOf('two')).toBeNull();
  requests.begin(doing('one', { request: 'again' }));
  expect(requests.refusalOf('one')).toBeNull();
  requests.end(doing('one', { request: 'again', ...refused }));
  requests.finishAll((each) => ({ ...each, seen: null }));
  expect(requests.refusalOf('one')).toBeNull();
});

test('a pending request is known by its id, but a refused request can be repeated', () => {
  const requests = new QueueRequests();
  requests.begin(doing('one'));
  expect(requests.has('of one')).toBe(true);
  requests.end(doing('one', refused));
  expect(requests.has('of one')).toBe(false);
  expect(requests.has('another')).toBe(false);
});
