import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { CliProject, cortexFile, runProcess, runProgramHere } from '../../support/cortex-cli.ts';
import { cstackFile } from '../../support/cstack-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

describe('an error with --json', () => {
  test('is one object on standard output with all details; standard error has the same text as without --json', async () => {
    const said = await project.run('lock break a --by bob --reason impatient');
    const run = await project.run('lock break a --by bob --reason impatient --json');
    expect(run).toMatchObject({ code: 1, err: said.err });
    expect(said.out).toBe('');
    expect(JSON.parse(run.out)).toEqual({
      error: {
        code: 'denied',
        message: 'only the coordinator of the swarm or a person may break a lock',
        value: 'bob',
        allowed: 'person:<name>',
        next: 'Wait for the lock to expire, or ask a person.',
      },
    });
  });

  test('contains an invalid value and the allowed values', async () => {
    const { out } = await project.run('timeline add --agent ann --action a --reasoning r --type hunch --json');
    expect(JSON.parse(out).error).toMatchObject({ value: 'hunch', allowed: expect.stringMatching(/^decision, discovery, .*, conflict$/) });
    const wrong = await project.run('lock acquire a --agent ann --ttl 5 --json');
    expect(JSON.parse(wrong.out).error).toMatchObject({ code: 'invalid-input', value: '5' });
  });

  test('contains file, line and column', async () => {
    const file = project.write('.cortex/swarm.crtx', '{\n  "header": {');
    const { code, out } = await project.run('lock list --json');
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'broken-file', file, line: 2, column: 14 } });
  });

  test.each([
    ['lock acquire a --agent ann --ttl 1ms --json', '--ttl: at least 1s'],
    [
      'lock acquire a --agent ann --ttl 5 --json',
      "option '--ttl <duration>' argument '5' is invalid. Write a number with its unit: 500ms, 60s, 5m, 2h, 1d.",
    ],
    ['lock acquire a --json', "required option '--agent <agent>' not specified"],
    ['team dispatch p --titel x --json', "unknown option '--titel'\n(Did you mean --title?)"],
    ['team dispatch p a page --json', "required option '--title <title>' not specified"],
    [
      'team dispatch p --title A page of ours --by me --json',
      'too many arguments: quote text that contains spaces. Did you mean: cortex team dispatch --title "A page of ours" --by me p',
    ],
    [
      'team claim p --agent ann A page --json',
      'too many arguments: quote text that contains spaces. Did you mean: cortex team claim p --agent ann "A page"',
    ],
    ['lock acquire --json', "missing required argument 'paths'"],
    ['lock acquire a --agent ann --ttl 999999999d --json', '--ttl: at most 24h'],
    ['timeline list --limit 1.5 --json', "option '--limit <n>' argument '1.5' is invalid. Write a whole number, up to 9007199254740991."],
    [
      'timeline list --limit 1e300 --json',
      "option '--limit <n>' argument '1e300' is invalid. Write a whole number, up to 9007199254740991.",
    ],
    ['lock break a --by ann --json --reason ', '--reason: must not be empty'],
    ['lock acquire a --agent --json', "option '--agent <agent>' argument '--json' is invalid. It needs a value before the next option."],
    [
      'swarm recruit ann --role coder --expertise --json',
      "option '--expertise <expertise>' argument '--json' is invalid. It needs a value before the next option.",
    ],
    ['lock list --root --json', "option '--root <dir>' argument '--json' is invalid. It needs a value before the next option."],
    ['lock shout --json', "unknown command 'shout'"],
    ['lokc --json', "unknown command 'lokc'\n(Did you mean lock?)"],
    ['lock list --json --loud', "unknown option '--loud'"],
    ['lock --json', "unknown option '--json'"],
  ])('"%s" is wrong usage and exits with 2', async (words, message) => {
    const run = await runProgramHere(cortexProgram, words.split(' '));
    expect(run).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(JSON.parse(run.out)).toMatchObject({ error: { code: 'invalid-input', message, next: expect.any(String) } });
  });

  test('does not occur for a text that begins with dashes, unless it equals an option', async () => {
    const run = await project.run(['lock', 'acquire', 'a', '--agent', '-ann-', '--reason', '--force was needed', '--json']);
    expect(JSON.parse(run.out)).toMatchObject({ locks: [{ agentId: '-ann-', reason: '--force was needed' }] });
  });

  test('is not printed if --json follows "--", and a refused lock is not an error', async () => {
    expect(await project.run('lock acquire --agent -- --json')).toMatchObject({ code: 2, out: '' });
    await project.run('lock acquire a --agent ann');
    const { code, out } = await project.run('lock acquire a --agent bob --json');
    expect([code, JSON.parse(out)]).toMatchObject([1, { granted: false }]);
  });

  test('contains the typed value in full, with invisible characters escaped', async () => {
    const { out } = await project.run(['lock', 'break', 'a', '--by', `bob\u202e${'b'.repeat(300)}`, '--reason', 'x', '--json']);
    expect(out).toContain('"bob\\u202eb');
    expect(JSON.parse(out).error.value).toHaveLength(304);
  });
});

describe('when standard error cannot be written', () => {
  const cases: [string, number, string][] = [
    ['nope', 2, ''],
    ['swarm create --task T --coordinator queen --file plan.yaml --json', 0, '"swarm": "swm_'],
    ['lock break a --by ann --reason x', 1, ''],
  ];

  async function run(words: string, stderr: 'pipe' | number): Promise<{ code: number | null; out: string }> {
    const child = spawn(process.execPath, [cortexFile, ...words.split(' ')], { stdio: ['ignore', 'pipe', stderr], cwd: project.root });
    child.stderr?.destroy();
    const [out] = await Promise.all([text(child.stdout ?? Readable.from([])), once(child, 'exit')]);
    return { code: child.exitCode, out };
  }

  // A budget of zero causes a warning.
  beforeEach(() => void project.write('plan.yaml', 'budget: {maxTokens: 0}\n'));

  test.each(cases)('because the reader closed the pipe, "%s" keeps its exit code and output', async (words, code, answer) => {
    expect(await run(words, 'pipe')).toEqual({ code, out: expect.stringContaining(answer) });
  });

  test.skipIf(process.platform !== 'linux').each(cases)(
    'because the disk is full, "%s" keeps its exit code and output',
    async (words, code, answer) => {
      const full = fs.openSync('/dev/full', 'w');
      try {
        expect(await run(words, full)).toEqual({ code, out: expect.stringContaining(answer) });
      } finally {
        fs.closeSync(full);
      }
    },
  );
});

describe.skipIf(process.platform !== 'linux')('an answer that cannot be written, because the disk is full,', () => {
  test.each([
    ['cortex', cortexFile, 3],
    ['cstack', cstackFile, 1],
  ])('is an error of %s, not the answer "no"', async (_, file, code) => {
    const full = fs.openSync('/dev/full', 'w');
    try {
      const child = spawn(process.execPath, [file, '--help'], { stdio: ['ignore', full, 'pipe'], cwd: temporaryFolder() });
      const [err] = await Promise.all([text(child.stderr ?? Readable.from([])), once(child, 'exit')]);
      expect({ code: child.exitCode, err }).toEqual({ code, err: expect.stringMatching(/^error: cannot write the answer: ENOSPC/) });
    } finally {
      fs.closeSync(full);
    }
  });
});

describe('a missing folder', () => {
  test('as the root of a new project is reported, with a fix', async () => {
    const root = path.join(temporaryFolder(), 'missing');
    expect(await runProgramHere(cortexProgram, ['init', '--root', root])).toEqual({
      code: 1,
      out: '',
      err: `error: ${root}: cannot find the project: no such file or folder. Check the path, or create it.\n`,
    });
  });

  test('that is the deleted current folder is reported in a clear message; --root works', async () => {
    const programs = temporaryFolder();
    const inDeleted = `process.chdir(process.argv[1]); fs.rmdirSync(process.argv[1]); import(${JSON.stringify(cortexFile)});`;
    const run = (...args: string[]) => {
      const folder = fs.mkdtempSync(path.join(programs, 'deleted-'));
      return runProcess(['-e', inDeleted, folder, ...args]);
    };
    for (const args of [['init'], ['lock', 'list'], ['lock', 'list', '--root', 'here']]) {
      expect(await run(...args)).toEqual({
        code: 1,
        out: '',
        err: 'error: the current folder has been deleted. Change to an existing folder, or name the project with --root and an absolute path.\n',
      });
    }
    expect(await run('lock', 'list', '--root', project.root)).toEqual({ code: 0, out: 'No locks.\n', err: '' });
  });
});
