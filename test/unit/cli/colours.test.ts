import { execFileSync, spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject, cortexFile } from '../../support/cortex-cli.ts';

const ESCAPE = '\u001b';
const RED = `${ESCAPE}[31m`;
const COLOUR = new RegExp(`${ESCAPE}\\[\\d+m`, 'g');
const PLAN = `decomposition:
  id: shop
  description: A shop
  children:
    - { id: a, description: Cart }
    - { id: b, description: Till, dependencies: [a] }
`;
let project: CliProject;

beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
  await project.run(['swarm', 'create', '--task', 'Shop', '--coordinator', 'lead', '--file', project.write('plan.yaml', PLAN)]);
  await project.run('swarm recruit ann --role coder');
  await project.run('swarm claim --agent ann');
});

const withoutColours = (text: string): string => text.replaceAll(COLOUR, '');

/** Runs the built program, whose output is a pipe. */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { PATH = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [cortexFile, ...args], {
    cwd: project.root,
    encoding: 'utf8',
    env: { PATH, HOME: project.root, ...env },
  });
  return { status, stdout, stderr };
}

describe('colours', () => {
  test('show states, and the words say the same without them', async () => {
    const plain = (await project.run('swarm status')).out;
    const { out } = await project.run('swarm status --color always');
    expect(out).toContain(`${ESCAPE}[36mactive${ESCAPE}[0m`);
    expect(out).toContain(`${ESCAPE}[2mpending${ESCAPE}[0m`);
    expect(withoutColours(out)).toBe(plain);
  });

  test('columns stay aligned', async () => {
    const { out } = await project.run('swarm status --color always');
    const columns = withoutColours(out)
      .split('\n')
      .flatMap((line) => / (Cart|Till \()/.exec(line)?.index ?? []);
    expect(new Set(columns).size).toBe(1);
  });

  test('are not taken from values', async () => {
    await project.run(['swarm', 'complete', 'a', '--agent', 'ann', '--output', 'x\u0006red\u000e \u001b[31m']);
    const { out } = await project.run('task show a --color always');
    expect(out).not.toContain(RED);
    expect(out).toContain('\\u{6}red\\u{e}');
  });

  test('are in messages, too', async () => {
    const { err } = await project.run('task show nothing --color always');
    expect(err).toMatch(new RegExp(`^${ESCAPE}\\[31merror${ESCAPE}\\[0m: `));
  });

  test.each([
    ['a pipe has none', {}, [], false],
    ['FORCE_COLOR asks for them', { FORCE_COLOR: '1' }, [], true],
    ['FORCE_COLOR=0 does not', { FORCE_COLOR: '0' }, [], false],
    ['--color counts more than NO_COLOR', { NO_COLOR: '1' }, ['--color=always'], true],
    ['--color never counts more than FORCE_COLOR', { FORCE_COLOR: '1' }, ['--color', 'never'], false],
  ])('%s', (_what, env, args, isColoured) => {
    const { status, stdout } = run([...args, 'status'], env);
    expect([status, stdout.includes('\u001b[')]).toEqual([0, isColoured]);
  });

  test.each([
    ['a terminal has them', {}, true],
    ['a terminal with NO_COLOR has none', { NO_COLOR: '1' }, false],
    ['a terminal that cannot show them has none', { TERM: 'dumb' }, false],
  ])('%s', (_what, env, isColoured) => {
    const { PATH = '' } = process.env;
    const out = execFileSync('script', ['-qec', `${process.execPath} ${cortexFile} status`, '/dev/null'], {
      cwd: project.root,
      encoding: 'utf8',
      env: { PATH, HOME: project.root, TERM: 'xterm', ...env },
    });
    expect(out).toContain('Needs you');
    expect(out.includes('\u001b[')).toBe(isColoured);
  });

  test.each([['--color nope status'], ['status --color'], ['status --color=']])('a wrong choice is wrong usage: %s', async (words) => {
    expect(await project.run(words)).toEqual({ code: 2, out: '', err: 'error: --color needs one of: auto, always, never\n' });
  });

  test('JSON has none', async () => {
    const { out } = await project.run('status --json --color always');
    expect(out).toBe((await project.run('status --json')).out);
  });
});

test('--json may stand before the command', async () => {
  expect((await project.run('--json dna show')).out).toBe((await project.run('dna show --json')).out);
  expect(await project.run('--json task show nothing')).toMatchObject({ code: 1, out: expect.stringContaining('"error"') });
});
