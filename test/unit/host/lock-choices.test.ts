import { expect, test } from 'vitest';
import { lockChoices } from '../../../src/host/model/locks/lock-choices.ts';
import { lock, NOW } from './view-models.ts';

test('lock choices show the paths of files on disk, and have the locks as values', () => {
  const locks = ['app/[[]id]/page.tsx', 'app/[[]id]/', 'app/[[]id]/*.tsx'].map((path) =>
    lock(path, 'ben', { expiresAt: NOW + 60_000, reason: '' }),
  );
  const choices = lockChoices(locks, NOW);
  expect(choices.map(({ label }) => label)).toEqual(['app/[id]/page.tsx', 'app/[id]/', 'app/[[]id]/*.tsx']);
  expect(choices.map(({ value }) => value)).toEqual(locks);
  expect(choices[0]).toMatchObject({ description: 'ben · exclusive · 1m left' });
});
