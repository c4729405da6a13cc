import { afterAll, describe, test } from 'vitest';
import { CrashCounts } from '../../../support/crash-counts.ts';
import { appending, republication, rollover } from './crash/entries.ts';
import { indexing } from './crash/indexes.ts';
import { tracing } from './crash/traces.ts';

const counts = new CrashCounts();
afterAll(() => counts.print());

describe('whatever a process dies of, at whatever call: what it had promised is there once, and can be read', () => {
  test('while entries are appended', () => counts.explore('append', appending), 600_000);
  test('while entries roll into an archive', () => counts.explore('rollover', rollover), 600_000);
  test('while an archive is written anew', () => counts.explore('republication', republication), 600_000);
  test('while archives are indexed', () => counts.explore('index', indexing), 600_000);
  test('while a reasoning trace is written', () => counts.explore('trace', tracing), 600_000);
});
