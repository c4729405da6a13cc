import { expect, test } from 'vitest';
import type { SwarmLock } from '../../../src/engine/crtx/index.ts';
import { locksOn } from '../../../src/host/dashboards/graph/state.ts';

const lock = (path: string, agentId: string, type: SwarmLock['type'] = 'exclusive'): SwarmLock => ({
  path,
  agentId,
  type,
  reason: '',
  acquiredAt: 0,
  expiresAt: 1_000,
});

test('a file is locked by its own lock, by locks of its folders and by patterns; shared locks name all agents', () => {
  const locks = [
    lock('src/a.ts', 'ann'),
    lock('src/deep/', 'bob'),
    lock('**/*.test.ts', 'cy', 'shared'),
    lock('lib/x.test.ts', 'dee', 'shared'),
    lock('src/a', 'eve'),
  ];
  expect(locksOn(['src/a.ts', 'src/b.ts', 'src/deep/er/c.ts', 'lib/x.test.ts', 'lib/x.test.ts', ''], locks)).toEqual({
    'src/a.ts': { mode: 'exclusive', agents: ['ann'] },
    'src/deep/er/c.ts': { mode: 'exclusive', agents: ['bob'] },
    'lib/x.test.ts': { mode: 'shared', agents: ['dee', 'cy'] },
  });
});

test('names of prototype members and escaped brackets are matched as plain names', () => {
  const locks = [lock('__proto__', 'ann'), lock('app/[[]id].ts', 'bob')];
  const found = locksOn(['__proto__', 'app/[id].ts', 'app/i.ts'], locks);
  expect(Object.entries(found).map(([path, { agents }]) => [path, agents])).toEqual([
    ['__proto__', ['ann']],
    ['app/[id].ts', ['bob']],
  ]);
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
});
