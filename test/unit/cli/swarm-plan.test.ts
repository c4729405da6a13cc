import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject, cortexFile } from '../../support/cortex-cli.ts';

let project: CliProject;
beforeEach(() => {
  project = new CliProject();
});

const run = (...words: string[]) => project.run(['swarm', 'plan', ...words]);

/** Runs a command with text on standard input. */
async function withInput(input: string, ...args: string[]) {
  const child = spawn(process.execPath, [cortexFile, ...args], { cwd: project.root });
  child.stdin.end(input);
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

describe('a new plan', () => {
  test('is printed, or written to a new file, and passes the check', async () => {
    const printed = await run('new');
    expect(printed).toMatchObject({ code: 0, err: '' });
    const file = path.join(project.root, 'plan.yaml');
    const written = await run('new', file);
    expect(written.out).toBe(`Wrote ${file}. Next: fill it in, and check it: cortex swarm plan check ${file}\n`);
    expect(fs.readFileSync(file, 'utf8')).toBe(printed.out);
    expect(await run('check', file)).toMatchObject({
      code: 0,
      err: '',
      out: [
        'No problems. 4 tasks. Limits: 5 agents, 2,000,000 tokens, $20.00, 4 h 0 min.',
        '  release  Release 1.0',
        '    parser  Write the parser, with tests',
        '    docs  Write the guide  (after parser)',
        '    checks  Check the release  (after parser)',
        '      speed  Measure the speed',
        '      review  Review all changes  (after docs)',
        `Create the swarm: cortex swarm create --task GOAL --coordinator NAME --file ${file}`,
        '',
      ].join('\n'),
    });
  });

  test('does not replace a file', async () => {
    const file = project.write('plan.yaml', 'mine\n');
    const { code, err } = await run('new', file);
    expect(code).toBe(1);
    expect(err).toContain(file);
    expect(fs.readFileSync(file, 'utf8')).toBe('mine\n');
  });

  test('makes a swarm as it is', async () => {
    await project.run('init');
    const file = path.join(project.root, 'plan.yaml');
    await run('new', file);
    expect((await project.run(['swarm', 'create', '--task', 'All', '--coordinator', 'lead', '--file', file])).code).toBe(0);
    expect(project.manifest.decomposition.children.map(({ id }) => id)).toEqual(['parser', 'docs', 'checks']);
  });
});

describe('a check', () => {
  test('names a problem with its place, and writes nothing', async () => {
    const file = project.write(
      'plan.yaml',
      'decomposition:\n  id: all\n  description: All\n  children:\n    - { id: a, description: A, dependencies: [b] }\n',
    );
    const before = fs.readdirSync(project.root);
    const { code, out, err } = await run('check', file);
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain(`${file}:5:`);
    expect(err).toContain('"b"');
    expect(fs.readdirSync(project.root)).toEqual(before);
  });

  test('considers the strategy', async () => {
    const file = project.write('plan.yaml', 'decomposition:\n  id: all\n  description: All\n  children: [{ id: a, description: A }]\n');
    expect((await run('check', file, '--strategy', 'pipeline')).code).toBe(0);
    expect((await run('check', file, '--strategy', 'fast')).code).toBe(2);
  });

  test('needs a file', async () => {
    const { code, err } = await run('check');
    expect(code).toBe(2);
    expect(err).toContain('Name its file: cortex swarm plan check plan.yaml');
  });

  test('shows hostile text as text', async () => {
    const file = project.write('plan.json', JSON.stringify({ decomposition: { id: 'all', description: 'a\u001b[31mb\nc' } }));
    const { out } = await run('check', file);
    expect(out).toContain('all  a\\u{1b}[31mb\\u{a}c');
  });

  test('has all tasks as JSON', async () => {
    const file = project.write('plan.yaml', 'decomposition: { id: all, description: All }\n');
    expect(await project.json(['swarm', 'plan', 'check', file])).toMatchObject({
      plan: null,
      file,
      tasks: [{ id: 'all', description: 'All', level: 0, isGroup: false, dependencies: [] }],
    });
  });
});

describe('standard input', () => {
  const PLAN = 'decomposition: { id: all, description: All, children: [{ id: a, description: A }, { id: b, description: B }] }\n';

  test.each([
    ['YAML', PLAN],
    ['JSON', '\n{ "decomposition": { "id": "all", "description": "All", "children": [{ "id": "a", "description": "A" }] } }'],
  ])('is checked as %s', async (_format, input) => {
    const { code, out } = await withInput(input, 'swarm', 'plan', 'check', '-');
    expect(code).toBe(0);
    expect(out).toContain('  a  A\n');
    expect(out).not.toContain('Create the swarm');
  });

  test('creates a swarm, and splits a task', async () => {
    await project.run('init');
    expect((await withInput(PLAN, 'swarm', 'create', '--task', 'All', '--coordinator', 'lead', '--file', '-')).code).toBe(0);
    const parts = '{ "children": [{ "id": "a1", "description": "First" }, { "id": "a2", "description": "Second" }] }';
    expect((await withInput(parts, 'swarm', 'decompose', 'a', '--by', 'lead', '--file', '-')).code).toBe(0);
    expect(project.manifest.decomposition.children[0]?.children.map(({ id }) => id)).toEqual(['a1', 'a2']);
  });

  test('names the line of a problem', async () => {
    const { code, err } = await withInput('decomposition:\n  id: all\n  children: 5\n', 'swarm', 'plan', 'check', '-');
    expect(code).toBe(3);
    expect(err).toContain('standard input:2');
  });

  test('must not be empty', async () => {
    expect(await withInput('', 'swarm', 'plan', 'check', '-')).toMatchObject({
      code: 2,
      err: expect.stringContaining('standard input is empty'),
    });
  });
});
