import { expect, it } from 'vitest';
import { findNearestId } from '../../../../src/engine/stack/messages/nearest-id.ts';

const IDS = ['msg-1E2rMO84Z', 'msg-qoeaeulx', 'msg-qoeaeuly', 'login'];

it.each([
  ['msg-1E2rM084Z', 'msg-1E2rMO84Z'],
  ['msg-1e2rmo84z', 'msg-1E2rMO84Z'],
  ['msg-1E2rMO8Z4', 'msg-1E2rMO84Z'],
  ['1E2rMO84Z', null],
  ['sg-qoeaeulx', 'msg-qoeaeulx'],
  ['logn', 'login'],
  ['in', null],
  ['', null],
  ['msg-a7f3bc', null],
  ['x'.repeat(100_000), null],
])('for %s returns %s', (typed, id) => {
  expect(findNearestId(typed, ['y'.repeat(100_000), ...IDS])).toBe(id);
});
