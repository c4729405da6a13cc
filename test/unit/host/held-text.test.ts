import { expect, test } from 'vitest';
import { bannerText, editText, heldByOther, reasonText, savedText } from '../../../src/host/locks/model/held-text.ts';
import { clockTime } from '../../../src/host/model/text.ts';
import { lock, NOW } from './view-models.ts';

const ME = 'person:me';
const UNTIL = clockTime(NOW + 60_000, NOW);
const held = (path: string, reason = '', waiting: readonly string[] = []) => ({ lock: lock(path, 'ann', { reason }), waiting });

test('a file is held by who has it exclusively and is somebody else, of several by who has it longest', () => {
  const found = (...locks: readonly ReturnType<typeof lock>[]) =>
    heldByOther(
      locks.map((each) => ({ lock: each, waiting: [] })),
      ME,
    )?.lock.agentId;
  expect(found()).toBe(undefined);
  expect(found(lock('a', 'ann', { type: 'shared' }), lock('a', ME))).toBe(undefined);
  expect(
    found(lock('src/', 'ann', { expiresAt: NOW + 5 }), lock('a', 'bob', { expiresAt: NOW + 9 }), lock('b', 'cy', { expiresAt: NOW + 7 })),
  ).toBe('bob');
});

test('above a file stands who holds it, how much of it, until when, why, and how many wait', () => {
  expect(bannerText(held('src/a.ts'), NOW)).toBe(`ann holds this file until ${UNTIL}`);
  expect(bannerText(held('src/', 'the\nparser', ['bob']), NOW)).toBe(`ann holds src/ until ${UNTIL} (1 agent waiting)`);
  expect(reasonText(held('src/', 'the\nparser'))).toBe('the parser');
});

test('who writes is told what may happen', () => {
  expect(editText(held('src/a.ts', 'parser'), 'a.ts', NOW)).toBe(
    `ann holds a.ts until ${UNTIL} (parser). Your changes may be overwritten, or overwrite changes in progress.`,
  );
  expect(savedText(held('src/*.ts'), 'a.ts', NOW)).toBe(
    `ann holds a.ts with src/*.ts until ${UNTIL}. It is not notified of your change, and may overwrite it.`,
  );
});
