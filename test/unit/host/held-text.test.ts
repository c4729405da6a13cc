import { expect, test } from 'vitest';
import { bannerText, editText, heldByOther, reasonText, savedText } from '../../../src/host/locks/model/held-text.ts';
import { clockTime } from '../../../src/host/model/text.ts';
import { lock, NOW } from './view-models.ts';

const ME = 'person:me';
const UNTIL = clockTime(NOW + 60_000, NOW);
const held = (path: string, reason = '', waiting: readonly string[] = []) => ({ lock: lock(path, 'ann', { reason }), waiting });

test('a file is held by the exclusive lock of another agent that expires last', () => {
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

test('the banner of a held file shows the holder, the locked path, the expiry and the number of waiting agents', () => {
  expect(bannerText(held('src/a.ts'), NOW)).toBe(`ann holds this file until ${UNTIL}`);
  expect(bannerText(held('src/', 'the\nparser', ['bob']), NOW)).toBe(`ann holds src/ until ${UNTIL} (1 agent waiting)`);
  expect(reasonText(held('src/', 'the\nparser'))).toBe('the parser');
});

test('editing and saving a held file warns about conflicting changes', () => {
  expect(editText(held('src/a.ts', 'parser'), 'a.ts', NOW)).toBe(
    `ann holds a.ts until ${UNTIL} (parser). Your changes may be overwritten, or overwrite changes in progress.`,
  );
  expect(savedText(held('src/*.ts'), 'a.ts', NOW)).toBe(
    `ann holds a.ts with src/*.ts until ${UNTIL}. It is not notified of your change, and may overwrite it.`,
  );
});
