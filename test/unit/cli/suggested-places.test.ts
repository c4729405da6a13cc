import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { messageText } from '../../support/stack-folders.ts';

const PROGRAMS = { cortex: cortexProgram, cstack: cstackProgram };
/** A suggested command: in quotation marks or parentheses, or at the end of a line. */
const COMMANDS =
  /"((?:cortex|cstack) [a-z](?:[^"]|"[^"]*")*?)"(?= |\.|\))|\(((?:cortex|cstack) [^)]+)\)|(?:: +|^Next +)((?:cortex|cstack) .+)$/gm;

/** Runs commands outside of the project, and returns those that they suggest without `--root`. */
async function unplaced(root: string, lines: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const line of lines) {
    const [program, ...words] = line.split(' ');
    const run = await runProgramHere(PROGRAMS[program === 'cortex' ? 'cortex' : 'cstack'], [...words, '--root', root], true);
    const suggested = [...run.out.matchAll(COMMANDS)].map(([, ...groups]) => groups.join(''));
    expect(suggested.length, `${line}: ${run.out}${run.err}`).toBeGreaterThan(0);
    found.push(...suggested.filter((command) => !command.includes(` --root ${root}`)));
  }
  return found;
}

test('cstack suggests commands for the stack that --root names', async () => {
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, '.git'));
  const begin = ['cstack init', 'cstack plan list', 'cstack ready', 'cstack agents list', 'cstack agents status'];
  expect(await unplaced(root, begin)).toEqual([]);
  const asked = (n: number, time: string) =>
    messageText({ ID: `msg-${n}`, From: 'web', Type: 'question', ...(time && { Time: time }) }, 'Why?');
  fs.writeFileSync(path.join(root, '.cstack/INBOX.md'), [asked(1, '2026-01-10T10:00:00Z'), asked(2, '')].join(''));
  fs.writeFileSync(path.join(root, '.cstack/PLAN.md'), '- [ ] One\n- [!] Two | blocked: rain\n- [>] Three\n- [ ] Four | depends: two\n');
  expect(await unplaced(root, ['cstack plan start 1', 'cstack plan start 1', 'cstack plan start 2', 'cstack overdue'])).toEqual([]);
});

test('cortex suggests commands for the project that --root names', async () => {
  const root = temporaryFolder();
  const run = (line: string) => runProgramHere(cortexProgram, [...line.split(' '), '--root', root], true);
  expect(await unplaced(root, ['cortex status'])).toEqual([]);
  await run('init');
  expect(await unplaced(root, ['cortex swarm history'])).toEqual([]);
  await run('swarm create --task build --coordinator lead');
  await run('swarm budget --tokens 100 --by lead');
  await run('swarm recruit ann --role coder');
  await run('lock acquire a.ts --agent ann');
  fs.writeFileSync(path.join(root, 'todo.md'), '- [ ] One\n');
  const { id } = JSON.parse(fs.readFileSync(path.join(root, '.cortex/swarm.crtx'), 'utf8')).data.decomposition;
  expect(
    await unplaced(root, ['cortex status', `cortex task show ${id}`, 'cortex swarm history', 'cortex import checklist todo.md']),
  ).toEqual([]);
});

test('a task whose swarm has used up its budget waits for more', async () => {
  const root = temporaryFolder();
  const run = (line: string) => runProgramHere(cortexProgram, [...line.split(' '), '--root', root], true);
  await run('init');
  await run('swarm create --task build --coordinator lead');
  await run('swarm budget --tokens 100 --by lead');
  const { id } = JSON.parse(fs.readFileSync(path.join(root, '.cortex/swarm.crtx'), 'utf8')).data.decomposition;
  await run('swarm recruit ann --role coder');
  await run('swarm usage --agent ann --tokens 100');
  const { out } = await run(`task show ${id}`);
  expect(out).toMatch(/^Waits for +swarm \S+: the tokens are used up$/m);
  const next = /^Next +(cortex .+)$/m.exec(out)?.[1]?.replace('TOKENS', '500').split(' ').slice(1) ?? [];
  expect(await runProgramHere(cortexProgram, next, true)).toMatchObject({ code: 0 });
  expect((await run(`task show ${id}`)).out).toContain('Next   ');
});
