import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { cortexFile, type Run } from '../support/cortex-cli.ts';
import { temporaryFolder } from '../support/folders.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const SHIM = pathToFileURL(path.join(import.meta.dirname, '../support/shifted-clock.mjs')).href;

let root = '';
beforeEach(async () => {
  root = temporaryFolder();
  await succeed(0, 'init');
});

/** Runs a command in its own process, with a clock shifted by `shift` ms. */
function run(shift: number, ...words: readonly string[]): Promise<Run> {
  const args = ['--import', SHIM, cortexFile, ...words, '--root', root];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, CLOCK_SHIFT_MS: String(shift) } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err });
    });
  });
}

async function succeed(shift: number, ...words: readonly string[]): Promise<string> {
  const { code, out, err } = await run(shift, ...words);
  expect([words.join(' '), code], err).toEqual([words.join(' '), 0]);
  return out;
}

const acquire = (shift: number, file: string, agent: string, ...more: readonly string[]) =>
  run(shift, 'lock', 'acquire', file, '--agent', agent, '--json', ...more);

/** Returns the remaining minutes of each lock by the caller's clock, rounded up to tens, because a busy computer takes its time. */
async function minutesLeft(shift = 0): Promise<Record<string, number>> {
  const { locks } = JSON.parse(await succeed(shift, 'lock', 'list', '--json'));
  const now = Date.now() + shift;
  return Object.fromEntries(
    locks.map((lock: { path: string; expiresAt: number }) => [lock.path, 10 * Math.ceil((lock.expiresAt - now) / 600_000)]),
  );
}

describe.each([
  ['a year ahead', YEAR],
  ['a day behind', -24 * HOUR],
  ['ten years behind', -10 * YEAR],
  ['an hour ahead', HOUR],
])('a clock that is %s for a while', (_, shift) => {
  test('ends no lease and extends none, also after its correction', async () => {
    await acquire(0, 'ann.ts', 'ann', '--ttl', '30m');
    expect((await acquire(shift, 'ann.ts', 'eve')).code, 'ann still holds the lock').toBe(1);
    expect((await acquire(shift, 'bob.ts', 'bob', '--ttl', '30m')).code).toBe(0);
    expect(await minutesLeft(shift)).toEqual({ 'ann.ts': 30, 'bob.ts': 30 });
    expect(await minutesLeft(), 'before the next record').toEqual({ 'ann.ts': 30, 'bob.ts': 30 });
    expect((await run(0, 'lock', 'check', 'ann.ts', '--agent', 'eve')).code, 'ann holds it').toBe(1);
    expect((await acquire(0, 'cy.ts', 'cy', '--ttl', '30m')).code).toBe(0);
    expect(await minutesLeft()).toEqual({ 'ann.ts': 30, 'bob.ts': 30, 'cy.ts': 30 });
    expect((await acquire(0, 'bob.ts', 'eve')).code, 'bob still holds the lock').toBe(1);
  });

  test('causes a warning with the record and the difference', async () => {
    await acquire(0, 'ann.ts', 'ann');
    await acquire(shift, 'bob.ts', 'bob');
    const { err: during } = await run(shift, 'lock', 'list');
    const { err: seen } = await run(0, 'lock', 'list');
    const way = shift > 0 ? 'ahead' : 'back';
    expect(during).toMatch(new RegExp(`warning: the clock was set .* ${way} \\(record rec_\\w+, .*keep their remaining time`));
    expect(seen).toMatch(/warning: the clock was set .* since the last record/);
    await acquire(0, 'cy.ts', 'cy');
    expect((await run(0, 'lock', 'list')).err.match(/the clock was set .* \(record rec_\w+/g)?.length).toBeGreaterThan(0);
  });
});

test("agents do not become unresponsive after a clock step, and the budget's time does not run out", async () => {
  await succeed(0, 'swarm', 'create', '--task', 'R', '--coordinator', 'queen');
  await succeed(0, 'swarm', 'recruit', 'ann', '--role', 'coder');
  await succeed(0, 'swarm', 'claim', '--agent', 'ann');
  await acquire(YEAR, 'x.ts', 'bob');
  await acquire(0, 'y.ts', 'bob');
  const { swarm } = JSON.parse(await succeed(0, 'swarm', 'status', '--json'));
  expect(swarm.agents).toMatchObject([{ id: 'ann', status: 'working' }]);
  expect(swarm.budget.spent.durationMs).toBeLessThan(10 * 60_000);
});

test('a log whose last record is dated in a future year is set back by the next writer', async () => {
  await acquire(0, 'ann.ts', 'ann', '--ttl', '30m');
  // As an earlier version or another machine may have written it, without clock notes.
  const folder = path.join(root, '.cortex/.local/swarm');
  for (const name of fs.readdirSync(folder)) if (name.endsWith('.jsonl')) forget(path.join(folder, name));
  await acquire(YEAR, 'bob.ts', 'bob', '--ttl', '30m');
  for (const name of fs.readdirSync(folder)) if (name.endsWith('.jsonl')) forget(path.join(folder, name));
  expect((await run(0, 'lock', 'list')).err).toMatch(/the last record is .* ahead of this computer's clock/);
  expect((await acquire(0, 'cy.ts', 'cy', '--ttl', '30m')).code).toBe(0);
  expect(await minutesLeft()).toEqual({ 'bob.ts': 30, 'cy.ts': 30 });
});

test('many processes on a clock that was just corrected move each lease once', async () => {
  await acquire(0, 'ann.ts', 'ann', '--ttl', '30m');
  await acquire(YEAR, 'bob.ts', 'bob', '--ttl', '30m');
  const names = Array.from({ length: 8 }, (_, nth) => `f${nth}.ts`);
  const runs = await Promise.all(names.map((name) => acquire(0, name, name, '--ttl', '30m')));
  expect(runs.map(({ code }) => code)).toEqual(names.map(() => 0));
  const left = await minutesLeft();
  expect(Object.keys(left).sort()).toEqual(['ann.ts', 'bob.ts', ...names]);
  for (const [name, minutes] of Object.entries(left)) expect([name, minutes]).toEqual([name, 30]);
});

/** Removes the clock notes from a segment. Whole lines are dropped, because readers skip unknown lines. */
function forget(file: string): void {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  fs.writeFileSync(file, lines.filter((line) => !line.includes('"op":"tick","clock"')).join('\n'));
}
