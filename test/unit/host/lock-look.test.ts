import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';
import { decorate } from '../../../src/host/locks/model/lock-decoration.ts';
import { clockTime } from '../../../src/host/model/text.ts';
import { lock, NOW } from './view-models.ts';

const ME = 'person:me';
const look = (...locks: readonly ReturnType<typeof lock>[]) =>
  decorate(
    locks.map((each) => ({ lock: each, waiting: [] })),
    ME,
    NOW,
  );

test('exclusive locks of others, shared locks and own locks look different', () => {
  const shared = { type: 'shared' } as const;
  expect(look()).toBe(null);
  expect(look(lock('a', 'ann'))).toMatchObject({ badge: 'L', color: 'cortex.lockedForeground' });
  expect(look(lock('a', 'ann', shared), lock('a', ME, shared))).toMatchObject({ badge: 'S', color: 'cortex.sharedLockForeground' });
  expect(look(lock('a', ME))).toMatchObject({ badge: 'Me', color: 'cortex.ownLockForeground' });
  expect(look(lock('a', 'ann', shared), lock('src/', 'bob'))?.badge).toBe('L');
});

test('the tooltip gives holder, expiry, reason and waiting agents, one lock per line even if names contain line breaks', () => {
  const until = clockTime(NOW + 60_000, NOW);
  const ann = lock('a', 'ann\n$(x)', { reason: 'the\nparser' });
  expect(
    decorate(
      [
        { lock: ann, waiting: ['bob', 'cy'] },
        { lock: lock('b', ME), waiting: [] },
      ],
      ME,
      NOW,
    )?.tooltip,
  ).toBe(`Locked by ann $(x) until ${until}: the parser · Waiting: bob, cy\nLocked by you until ${until}`);
});

test('the tooltip names only a few of very many locks and agents', () => {
  const many = Array.from({ length: 1_200 }, (_, at) => `agent-${at}`);
  const locks = many.map((agent) => ({ lock: lock('a', agent, { type: 'shared', reason: 'x'.repeat(10_000) }), waiting: many }));
  const lines = decorate(locks, ME, NOW)?.tooltip.split('\n') ?? [];
  expect(lines).toHaveLength(6);
  expect(lines[5]).toBe('1,195 more');
  expect(lines[0]).toMatch(/agent-9 and 1190 more$/);
  expect(lines[0]?.length).toBeLessThan(400);
});

test('package.json defines every color that is used, for each kind of theme', () => {
  const { contributes }: { contributes: { colors: readonly { id: string; defaults: object }[] } } = JSON.parse(
    readFileSync(fromRoot('package.json'), 'utf8'),
  );
  const used = [look(lock('a', 'ann')), look(lock('a', 'ann', { type: 'shared' })), look(lock('a', ME))].map((each) => each?.color);
  expect(contributes.colors.map(({ id }) => id).sort()).toEqual(used.sort());
  for (const { defaults } of contributes.colors)
    expect(Object.keys(defaults).sort()).toEqual(['dark', 'highContrast', 'highContrastLight', 'light']);
});
