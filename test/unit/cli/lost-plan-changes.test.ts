/** A change by "cstack plan" that another program overwrites is repeated or reported by the next command. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../harness/wait.ts';
import { cortexFile, type Run, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

let root: string;
const cstackFile = path.join(path.dirname(cortexFile), 'cstack.cjs');
const run = (...words: readonly string[]): Promise<Run> => runProcess([cstackFile, ...words], root);
const plan = () => path.join(root, '.cstack/PLAN.md');
const read = () => fs.readFileSync(plan(), 'utf8');
const LOST = ' is no longer in the file as written: ';
const notes = () => fs.readdirSync(path.join(root, '.cstack/.local/kept')).filter((name) => name.endsWith('.json'));

/** The project that each test starts with a copy of. */
let prepared: string;

beforeAll(async () => {
  prepared = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-plan-'));
  root = prepared;
  await run('init');
  await run('plan', 'add', 'One');
  await run('plan', 'add', 'Two');
  await run('plan', 'block', 'Two', 'waits');
  await settled();
  return () => fs.rmSync(prepared, { recursive: true });
});

beforeEach(() => {
  root = temporaryFolder();
  fs.cpSync(prepared, root, { recursive: true, preserveTimestamps: true });
});

/** Waits until no earlier change is checked again. */
const settled = () => waitFor('the second look', async () => (await run('plan', 'list')).code === 0 && notes().length === 0);

describe.each<[string, readonly string[], string]>([
  ['a new task', ['add', 'Three'], 'the new task "Three"'],
  ['the end of a task', ['done', 'One'], 'the completion of task "One"'],
  ['a block', ['block', 'One', 'no key'], 'the block of task "One"'],
  ['the end of a block', ['unblock', 'Two'], 'the unblocking of task "Two"'],
  ['a move', ['move', 'One', '--after', 'Two'], 'the move of task "One"'],
])('%s that another program overwrote', (_, words, what) => {
  test('is reported if the tasks differ otherwise', async () => {
    const before = read();
    expect(await run('plan', ...words)).toMatchObject({ code: 0 });
    fs.writeFileSync(plan(), before.replace(/^(- \[.\]) /gm, '$1 Urgent: '));
    const { err } = await waitFor('the report', async () => {
      const said = await run('plan', 'list');
      return said.err.includes(LOST) && said;
    });
    expect(err).toContain(what + LOST);
  });

  test.each([
    ['the file is as before', ''],
    ['the file differs elsewhere', 'written by another program\n'],
  ])('is repeated if %s', async (_case, added) => {
    const before = read();
    await run('plan', ...words);
    const after = read() + added;
    expect(after).not.toBe(before);
    fs.writeFileSync(plan(), before + added);
    await waitFor('the change', async () => (await run('plan', 'list')).code === 0 && read() === after);
  });
});

test('a new task that was checked by hand is not reported as lost', async () => {
  await run('plan', 'add', 'Three');
  fs.writeFileSync(plan(), read().replace('- [ ] Three', '- [x] Three'));
  const said: string[] = [];
  await waitFor('the second look', async () => {
    said.push((await run('plan', 'list')).err);
    return notes().length === 0;
  });
  expect(said.join('')).toBe('');
  expect(read()).toContain('- [x] Three');
});
