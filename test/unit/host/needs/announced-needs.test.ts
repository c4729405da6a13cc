import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AnnouncedNeeds } from '../../../../src/host/needs/announced-needs.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

test('only the first of several windows announces a need', () => {
  const folder = path.join(temporaryFolder(), 'storage', 'told');
  const [one, other] = [new AnnouncedNeeds(folder), new AnnouncedNeeds(folder)];
  expect([one.take('logo'), other.take('logo'), other.take('price'), one.take('price')]).toEqual([true, false, true, false]);
});

test('a need may be announced again after a long time, and old records are deleted', () => {
  const folder = temporaryFolder();
  const told = new AnnouncedNeeds(folder);
  for (const key of ['logo', 'price']) expect(told.take(key)).toBe(true);
  for (const name of fs.readdirSync(folder)) fs.utimesSync(path.join(folder, name), hoursAgo(1), hoursAgo(1));
  expect(told.take('logo')).toBe(true);
  // The file of the logo, and the clock file.
  expect(fs.readdirSync(folder)).toHaveLength(2);
});

test('each window announces a need if the folder cannot be written', () => {
  const file = path.join(temporaryFolder(), 'file');
  fs.writeFileSync(file, '');
  expect([new AnnouncedNeeds(file).take('logo'), new AnnouncedNeeds(file).take('logo')]).toEqual([true, true]);
});
