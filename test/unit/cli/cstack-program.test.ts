import { describe, expect, it, test } from 'vitest';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { stackOperations } from '../../../src/engine/stack/index.ts';
import { STACK_COMMANDS } from '../../../src/engine/stack/schemas/common.ts';
import { stackRouteOperations } from '../../../src/engine/workspace/stack-route.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';

const cstack = (words: string) => runProgramHere(cstackProgram, words === '' ? [] : words.split(' '));
const operations = [...stackOperations, ...stackRouteOperations];

describe('cstack', () => {
  it('--help describes the program and every command', async () => {
    const { code, out, err } = await cstack('--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Usage: cstack [options] [command]');
    const words = out.replace(/\s+/g, ' ');
    for (const [name, description] of Object.entries(STACK_COMMANDS)) expect(words).toContain(` ${name} ${description}`);
  });

  it('--help lists exactly the commands that exist', () => {
    const first = new Set(operations.map(({ name }) => name.split(' ')[0]));
    expect([...first].sort()).toEqual(Object.keys(STACK_COMMANDS).sort());
  });

  it('without a command prints the help, as wrong usage', async () => {
    const { code, out, err } = await cstack('');
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe((await cstack('--help')).out);
  });

  it('prints its version', async () => {
    for (const words of ['--version', 'version']) expect(await cstack(words)).toEqual({ code: 0, out: '0.0.0-source\n', err: '' });
  });

  it.each([
    ['sned --to x', "unknown command 'sned'\n(Did you mean send?)"],
    ['--frob', "unknown option '--frob'"],
    ['send\u001b[2J', "unknown command 'send\\u{1b}[2J'"],
    ['agents shout', "unknown command 'shout'"],
    ['recv too many', 'too many arguments for'],
    ['send --to x --type', "option '--type <type>' argument missing"],
    ['send --type task', "required option '--to <to>' not specified"],
    [
      'send --to a text',
      "required option '--type <type>' not specified. Expected: task, question, milestone, blocked, done, or a custom value",
    ],
    ['send --to --type task', "argument '--type' is invalid. It needs a value before the next option."],
    ['send --to a --type task do the thing', 'contains spaces. Did you mean: cstack send --to a --type task "do the thing"'],
    ['send do it --to a --type task --outbox --root /x', 'Did you mean: cstack send --to a --type task --outbox --root /x "do it"'],
    ["agents send api task don't `touch` it", "Did you mean: cstack agents send api task 'don'\\''t `touch` it'"],
    ['thread my thread', 'Did you mean: cstack thread "my thread"'],
    ['plan start log in', 'Did you mean: cstack plan start "log in"'],
    [
      'plan move 2 1',
      'put --before, --after or --into before the last word, or quote the last two words. Did you mean: cstack plan move 2 --before 1\n',
    ],
    ['plan move 2 1 --root /x', 'Did you mean: cstack plan move 2 --before 1 --root /x\n'],
    ['plan move log in --before 1', 'Did you mean: cstack plan move --before 1 "log in"\n'],
    ['plan done 1 2', 'the command takes one task at a time. Did you mean: cstack plan done 1\n'],
    ['send 1 2 --to a --type task', 'contains spaces. Did you mean: cstack send --to a --type task "1 2"\n'],
    [`thread ${'x '.repeat(5_000)}`, `Did you mean: cstack thread "${'x '.repeat(99)}x…"`],
  ])('refuses "%s" with code 2 and refers to --help', async (words, message) => {
    const { code, out, err } = await cstack(words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).toMatch(/\((to see the arguments and options, add|to list the commands: cstack) --help\)/);
  });
});

describe('every command', () => {
  test.each(operations.map(({ name, description }) => [name, description]))(
    '%s has its own help, also with "help" as a word',
    async (name, description) => {
      const asked = await cstack(`${name} --help`);
      expect([asked.code, asked.err]).toEqual([0, '']);
      expect(asked.out).toMatch(new RegExp(`^Usage: cstack ${name} `));
      expect(asked.out.replace(/\s+/g, ' ')).toContain(description);
      expect(asked.out).toContain('--json');
      expect(await cstack(`help ${name}`)).toEqual(asked);
    },
  );

  test.each([
    ['plan help', 'plan --help'],
    ['agents help add', 'agents add --help'],
  ])('in a group accepts "%s" as "%s"', async (words, options) => {
    expect(await cstack(words)).toEqual(await cstack(options));
  });
});

test('accepts "help" as an argument of a command without a group', async () => {
  const { code, out } = await cstack('search help --root /nowhere-at-all --json');
  expect([code, JSON.parse(out)]).toEqual([1, { error: expect.objectContaining({ code: 'not-found' }) }]);
});
