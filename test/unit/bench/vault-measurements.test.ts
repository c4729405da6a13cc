import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { linkReport } from '../../../src/engine/vault/report.ts';
import { summarise } from '../../../src/engine/vault/summary.ts';
import { type Measurement, measurementOf, subjects } from '../../bench/measurements.ts';
import { makeVault, todayOf, withVault } from '../../bench/vault-project.ts';
import { generateNotes } from '../../fixtures/vault-generator.ts';

const NOTES = 470;
/** One map for each project. */
const MAPS = 14;
const runtime = nodeRuntime({});
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-bench-test-')));
const root = path.join(folder, 'vault');

beforeAll(() => makeVault(runtime, root, NOTES));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('a generated vault is the same for the same seed, and different for another seed', () => {
  const texts = (seed: number) => [...generateNotes({ notes: 50, seed, today: '2026-04-13' })];
  expect(texts(1)).toEqual(texts(1));
  expect(texts(2)).not.toEqual(texts(1));
});

test('a generated vault has the proportions of the vault in the seed', async () => {
  const { summary, links } = await withVault(runtime, root, ({ index, config }) => ({
    summary: summarise(index, config, todayOf(runtime)),
    links: linkReport(index),
  }));
  expect(summary.total).toBe(NOTES + MAPS);
  const archived = summary.statuses.find(({ name }) => name === 'archived')?.notes ?? 0;
  // Of 470 notes, 29 are hot, 69 warm and 178 archived, with random variation. The maps are new.
  expect(archived).toBeGreaterThan(130);
  expect(archived).toBeLessThan(220);
  expect(summary.types.length).toBeGreaterThan(8);
  expect(links.with_links).toBeGreaterThan(NOTES / 2);
  for (const found of [links.orphans, links.dead, links.hubs]) expect(found.length).toBeGreaterThan(0);
});

test.each(['index', 'index-memory', 'index-naive', 'start', 'change', 'query', 'query-naive', 'memory'] satisfies Measurement<'vault'>[])(
  'measuring "%s" returns figures, and loses no note',
  async (what) => {
    const figures = Object.values(await measurementOf(subjects.vault, what)(runtime, root, NOTES));
    expect(figures.length).toBeGreaterThan(0);
    for (const figure of figures) expect(figure).toBeGreaterThan(0);
    expect(await withVault(runtime, root, ({ index }) => index.size)).toBe(NOTES + MAPS);
  },
);
