import { describe, expect, test } from 'vitest';
import { isSwarmAnswer } from '../../../../src/engine/swarm/answers.ts';
import type { SwarmRecord } from '../../../../src/engine/swarm/state/records.ts';

const pause: SwarmRecord = { op: 'swarm.pause', by: 'queen', reason: '' };
const claim: SwarmRecord = { op: 'swarm.claim', agent: 'ann' };
const release: SwarmRecord = { op: 'lock.release', agent: 'ann', paths: 'all' };

const paused = { status: 'ok', since: 5, by: 'queen', again: false, warnings: [] };
const refused = { status: 'refused', code: 'finished', swarm: 's', warnings: [] };
const nothing = { status: 'none', reason: 'paused', pause: { by: 'queen', reason: '', at: 5 }, lost: [], warnings: [] };
const lock = { path: 'a.ts', agentId: 'ann', type: 'shared', acquiredAt: 1, expiresAt: 9, reason: '', fence: 1, requestId: null };
const held = { ...lock, ttlMs: 8, foreign: true };
const released = { status: 'ok', locks: [held], lapsed: [] };

describe('isSwarmAnswer', () => {
  test.each([
    ['what was done', pause, paused],
    ['why it was not', pause, refused],
    ['that there is nothing', claim, nothing],
    ['locks', release, released],
  ])('accepts a valid answer: %s', (_name, record, result) => {
    expect(isSwarmAnswer({ op: record.op, result }, record)).toBe(true);
    expect(isSwarmAnswer({ op: record.op, result, releasedLocks: [held] }, record)).toBe(true);
    expect(isSwarmAnswer({ op: record.op, result, releasedLocks: [lock] }, record)).toBe(false);
    expect(isSwarmAnswer({ op: 'tick', result }, record)).toBe(false);
    expect(isSwarmAnswer({ op: record.op, result: null }, record)).toBe(false);
    expect(isSwarmAnswer({ op: record.op }, record)).toBe(false);
  });

  test.each([
    ['of another operation', claim, paused],
    ['without something', pause, { ...paused, since: undefined }],
    ['with something of another type', pause, { ...paused, by: 5 }],
    ['with warnings that are none', pause, { ...paused, warnings: [{ limit: 'agents', spent: 1, max: 1, percent: 50 }] }],
    ['without warnings', pause, { ...paused, warnings: undefined }],
    ['of no kind', pause, { ...paused, status: 'perhaps' }],
    ['that there is nothing to be done, of what gives nothing', pause, nothing],
    ['with locks that are none', release, { ...released, locks: [lock] }],
    ['with locks outside of the project', release, { ...released, locks: [{ ...held, path: '../a.ts' }] }],
    ['without what has run out', release, { status: 'ok', locks: [] }],
  ])('rejects an invalid answer: %s', (_name, record, result) => {
    expect(isSwarmAnswer({ op: record.op, result }, record)).toBe(false);
  });

  test('rejects any answer to an adopt record', () => {
    const adopt: SwarmRecord = { op: 'adopt', hash: '', locks: [], dropped: [], unusable: [], changes: [] };
    const report = { locks: [], kept: [], unusable: [], changes: { applied: 0, refused: [] } };
    expect(isSwarmAnswer({ op: 'adopt', result: report }, adopt)).toBe(false);
  });
});
