import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runProcess } from '../../support/cortex-cli.ts';
import { CstackProject, cstackFile, withPlan } from '../../support/cstack-cli.ts';
import { WAIT_MS } from '../../support/limits.ts';

const PLAN = `# Plan

## Tasks
- [ ] P2: Build it (id: build)
  - [x] Sketch
  - [ ] Parser
- [>] Write the docs (id: docs)
- [!] Ask the owner | blocked: on holiday
- [ ] Ship it (id: ship, depends: build, docs)
- [ ] P1: Tidy up
`;

const FILE = '.cstack/PLAN.md';

const lines = (...all: string[]) => `${all.join('\n')}\n`;

describe('cstack plan list', () => {
  it('shows every task with its number, status, id and notes', async () => {
    const { code, out, err } = await withPlan(`${PLAN}\n## Later\n- [?] Maybe #idea | modified: 2026-01-19\n`).run('plan', 'list');
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      lines(
        'Plan of manager: 4 pending, 1 in progress, 1 blocked, 1 completed, 1 unknown',
        '',
        '## Tasks',
        '1  [ ] P2: Build it    build',
        '2    [x] Sketch',
        '3    [ ] Parser',
        '4  [>] Write the docs  docs',
        '5  [!] Ask the owner          blocked: on holiday',
        '6  [ ] Ship it         ship   after build, docs',
        '7  [ ] P1: Tidy up',
        '## Later',
        '8  [?] Maybe #idea            modified: 2026-01-19',
      ),
    );
  });

  it('returns all fields as JSON', async () => {
    const { stack, file, tasks } = Object(
      await withPlan('- [!] P1: Ask #now (id: a, depends: b) | blocked: why\n').json('.', 'plan', 'list'),
    );
    expect([stack, path.basename(file)]).toEqual(['manager', 'PLAN.md']);
    expect(tasks).toEqual([
      {
        number: 1,
        id: 'a',
        title: 'Ask #now',
        status: 'blocked',
        line: 1,
        box: '!',
        priority: 1,
        labels: ['now'],
        depends: ['b'],
        parent: null,
        section: '',
        notes: { blocked: 'why' },
      },
    ]);
  });

  it('treats a missing PLAN.md as empty, and refuses a missing stack', async () => {
    const empty = new CstackProject();
    empty.write('.cstack/INBOX.md', '');
    expect(await empty.run('plan', 'list')).toEqual({
      code: 0,
      err: '',
      out: 'The plan is empty. Add a task: cstack plan add "Task title"\n',
    });
    const none = await new CstackProject().run('plan', 'list');
    expect([none.code, none.out]).toEqual([1, '']);
    expect(none.err).toContain('no stack here. Create one with "cstack init"');
  });

  it('escapes control characters', async () => {
    const { out } = await withPlan('- [ ] a\u001b[2Jb\u202e (id: \u0007)\n').run('plan', 'list');
    expect(out).toContain('a\\u{1b}[2Jb\\u{202e}');
    expect(out).toContain('\\u{7}');
  });
});

describe('cstack plan', () => {
  it('adds tasks and subtasks, and warns of dependencies that no task has as its id', async () => {
    const stacks = withPlan('# Plan\r\n\r\n## Tasks\r\n- [ ] a\r\n\r\n## Notes\r\nb\r\n');
    const added = await stacks.run('plan', 'add', 'Ship', 'it', '--id', 'ship', '--depends', 'build,docs', '--priority', '1');
    expect(added.out).toBe('Added task 2 "Ship it" with the id ship.\n');
    expect(added.err).toContain('waits for "build", "docs", but no task has this id');
    await stacks.run('plan', 'add', 'part', '--parent', 'a');
    expect(stacks.read(FILE)).toBe(
      '# Plan\r\n\r\n## Tasks\r\n- [ ] a\r\n  - [ ] part\r\n- [ ] P1: Ship it (id: ship, depends: build, docs)\r\n\r\n## Notes\r\nb\r\n',
    );
  });

  it('explains that a number cannot be a dependency', async () => {
    const stacks = withPlan('- [ ] a\n- [ ] b (id: b)\n');
    const { err } = await stacks.run('plan', 'add', 'c', '--depends', 'b,1');
    expect(err).toContain(
      'waits for "1", but no task has this id; the number of a task is not an id, because it changes when tasks move: write (id: …)',
    );
    expect((await stacks.run('plan', 'add', 'd', '--depends', 'b,9')).err).toBe(
      `warning: ${path.join(stacks.root, FILE)}:4: it waits for "9", but no task has this id.\n`,
    );
  });

  it('names the line of a started task that waits for an unknown id', async () => {
    const stacks = withPlan('# Plan\n\n- [ ] Settle (depends: dash, pay)\n');
    const { code, err } = await stacks.run('plan', 'start', '1');
    expect([code, err]).toEqual([0, `warning: ${path.join(stacks.root, FILE)}:3: it waits for "dash", "pay", but no task has this id.\n`]);
  });

  it('starts, blocks, unblocks and completes a task without changing other bytes, and lists ready tasks', async () => {
    const stacks = withPlan(PLAN.replaceAll('\n', '\r\n'));
    const before = stacks.read(FILE);
    expect((await stacks.run('plan', 'start', 'parser')).out).toBe('Started task 3 "Parser". When it is done: cstack plan done 3\n');
    expect((await stacks.run('plan', 'block', '3', 'no', 'grammar')).out).toBe('Blocked: task 3 "Parser": no grammar.\n');
    expect(stacks.read(FILE)).toBe(before.replace('[ ] Parser', '[!] Parser | blocked: no grammar'));
    expect((await stacks.run('plan', 'unblock', '3')).out).toContain('Pending again: task 3 "Parser".');
    expect(stacks.read(FILE)).toBe(before);
    expect((await stacks.run('plan', 'done', '3')).out).toBe('Done: task 3 "Parser".\nReady now: 1 "Build it"\n');
    expect(stacks.read(FILE)).toBe(before.replace('[ ] Parser', '[x] Parser'));
  });

  it('moves a task with its subtasks', async () => {
    const stacks = withPlan('- [ ] a\n- [ ] b\n  - [ ] c\n');
    expect((await stacks.run('plan', 'move', 'b', '--before', 'a')).out).toBe('Moved: it is now task 1 "b".\n');
    expect(stacks.read(FILE)).toBe('- [ ] b\n  - [ ] c\n- [ ] a\n');
    expect((await stacks.run('plan', 'move', 'c', '--into', 'a')).out).toContain('it is now task 3 "c"');
    expect(stacks.read(FILE)).toBe('- [ ] b\n- [ ] a\n  - [ ] c\n');
    expect((await stacks.run('plan', 'move', 'c', '--after', 'b')).out).toContain('it is now task 2 "c"');
    expect(stacks.read(FILE)).toBe('- [ ] b\n- [ ] c\n- [ ] a\n');
    expect(await stacks.run('plan', 'move', 'c', '--into', 'a', '--before', 'b')).toMatchObject({ code: 2, out: '' });
  });

  it('warns of open subtasks, and of the dependencies of a started task', async () => {
    const stacks = withPlan(PLAN);
    expect((await stacks.run('plan', 'start', 'ship')).err).toBe('warning: it waits for build, docs\n');
    expect((await stacks.run('plan', 'done', 'build')).err).toBe('warning: 1 subtask is not done\n');
  });

  it.each([
    [['start', 'docs'], 1, 'Task 4 "Write the docs" is already in progress: you or another agent started it.'],
    [['start', '5'], 1, 'Task 5 "Ask the owner" is blocked: on holiday. To unblock it: cstack plan unblock 5'],
    [['start', 'sketch'], 1, 'Task 2 "Sketch" is completed.'],
    [['done', 'sketch'], 0, 'Task 2 "Sketch" was done already.'],
    [['unblock', 'docs'], 0, 'Task 4 "Write the docs" is not blocked but in progress.'],
  ])('%j changes nothing, exits with %i and says why', async (words, code, said) => {
    const stacks = withPlan(PLAN);
    const run = await stacks.run('plan', ...words);
    expect([run.code, run.err]).toEqual([code, '']);
    expect(run.out).toContain(said);
    expect(stacks.read(FILE)).toBe(PLAN);
  });

  it.each([
    [['start', 'nobody'], 1, 'no task of the plan has this name (got "nobody"). List their numbers and ids: cstack plan list'],
    [['start', ''], 2, '<task>: must not be empty'],
    [['start', 'a', 'b'], 2, 'too many arguments'],
    [['add', 'a\nb'], 2, 'the title of a task must not contain a line break'],
    [['add', 'a\u001b[2Jb'], 2, 'must not contain U+001B'],
    [['add', 'a\u009b2Jb'], 2, 'must not contain U+009B'],
    [['add', 'a\u202eb'], 2, 'must not contain U+202E'],
    [['add', 'x', '--id', 'a\u0007'], 2, 'must not contain U+0007'],
    [['add', 'x', '--depends', 'a\u2028b'], 2, 'Use ids such as'],
    [['block', 'ship', 'no\u001b[31m key'], 2, 'the note of a task must not contain U+001B'],
    [['add', ' '], 2, 'the title of a task must not be empty'],
    [['add', '(id: a)'], 2, 'Use a title of one line.'],
    [['add', 'x', '--id', 'ship'], 1, 'a task already has this id: Ship it (got "ship"). Choose another id.'],
    [['add', 'x (id: ship)'], 1, 'a task already has this id'],
    [['add', 'x', '--id', 'a, b'], 2, 'Use ids such as'],
    [['add', 'x', '--parent', 'nobody'], 1, 'no task of the plan has this name'],
    [['add', 'x', '--priority', '-1'], 2, '--priority: at least 0'],
    [['move', 'ship'], 2, '--before, --after or --into'],
    [['move', 'build', '--into', 'parser'], 2, 'a task cannot be moved into itself'],
  ])('%j exits with %i, and names the value and a fix', async (words, code, said) => {
    const stacks = withPlan(PLAN);
    const run = await stacks.run('plan', ...words);
    expect([run.code, run.out]).toEqual([code, '']);
    expect(run.err).toContain(said);
    expect(stacks.read(FILE)).toBe(PLAN);
  });

  it('names the lines of an ambiguous task, and the position in a broken file', async () => {
    const several = await withPlan('- [ ] same\n- [ ] Same\n').run('plan', 'done', 'same');
    expect(several.code).toBe(1);
    expect(several.err).toContain('PLAN.md: several tasks of the plan match (got "same"; allowed: number 1 (line 1), number 2 (line 2))');
    const broken = await withPlan(Buffer.from([0x41, 0x0a, 0xff])).run('plan', 'add', 'x', '--json');
    expect([broken.code, JSON.parse(broken.out).error]).toMatchObject([1, { code: 'broken-file', line: 2 }]);
  });
});

it.each([
  ['x', 'completed'],
  ['~', 'closed'],
])('a task with the box [%s] cannot be blocked', async (box, status) => {
  const project = withPlan(`- [${box}] one\n`);
  expect(await project.run('plan', 'block', '1')).toMatchObject({
    code: 1,
    err: expect.stringContaining(`the task "one" is already ${status}`),
  });
  expect(project.read('.cstack/PLAN.md')).toBe(`- [${box}] one\n`);
});

describe('plan start', () => {
  it('is a claim: of several simultaneous processes one succeeds, and the others are refused', async () => {
    const stacks = withPlan(PLAN);
    const runs = await Promise.all(Array.from({ length: 4 }, () => runProcess([cstackFile, 'plan', 'start', '7', '--json'], stacks.root)));
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1]);
    expect(runs.map(({ code, out }) => (code === 0) === JSON.parse(out).started)).toEqual([true, true, true, true]);
    expect(stacks.read(FILE)).toBe(PLAN.replace('[ ] P1', '[>] P1'));
  });

  /** Starts a task in a process that exits at once. Then writes the plan as another program. */
  async function startAndOverwrite(plan: string) {
    const stacks = withPlan(PLAN);
    const { out } = await runProcess([cstackFile, 'plan', 'start', 'ship'], stacks.root);
    expect(out).toContain('Started task 6 "Ship it"');
    const file = stacks.path(FILE);
    fs.writeFileSync(`${file}.new`, plan);
    fs.renameSync(`${file}.new`, file);
    return { stacks, next: () => runProcess([cstackFile, 'plan', 'list'], stacks.root) };
  }

  it('is repeated by the next command after another program wrote an older version of the plan back', async () => {
    const { stacks, next } = await startAndOverwrite(PLAN);
    await vi.waitFor(
      async () => {
        await next();
        expect(stacks.read(FILE)).toBe(PLAN.replace('[ ] Ship', '[>] Ship'));
      },
      { timeout: WAIT_MS, interval: 100 },
    );
  });

  it('is reported as lost by the next command when the plan differs otherwise', async () => {
    const blocked = PLAN.replace('[ ] Ship', '[!] Ship');
    const { stacks, next } = await startAndOverwrite(blocked);
    const told = await vi.waitFor(
      async () => {
        const { err } = await next();
        expect(err).toContain('is no longer in the file as written');
        return err;
      },
      { timeout: WAIT_MS, interval: 100 },
    );
    expect(told).toContain('the start of task "ship" is no longer in the file as written: it was changed or removed');
    expect(stacks.read(FILE)).toBe(blocked);
  });
});

describe('a task is found by its title without its labels', () => {
  const labelled = lines(
    '# Plan',
    '',
    '## Tasks',
    '- [ ] P2: Rate limiting #security #api | modified: 2026-01-19',
    '- [ ] P1: User auth #security (depends: rate limiting)',
    '- [ ] Mail #a',
    '- [ ] Mail #b (depends: Mail)',
  );

  it('by commands, if only one task has it', async () => {
    const project = withPlan(labelled);
    expect(await project.run('plan', 'start', 'Rate limiting')).toMatchObject({ code: 0 });
    expect(await project.run('plan', 'done', 'rate limiting')).toMatchObject({ code: 0 });
    expect(await project.run('plan', 'done', 'Mail')).toMatchObject({
      code: 1,
      err: expect.stringContaining('number 3 (line 6), number 4 (line 7)'),
    });
    expect(await project.run('plan', 'done', 'Mail #b')).toMatchObject({ code: 0 });
    expect(await project.run('plan', 'add', 'Ship', '--depends', 'User auth')).toMatchObject({ code: 0, err: '' });
  });

  it('after "depends", in the graph and by the doctor', async () => {
    const project = withPlan(labelled);
    expect((await project.run('blocked')).out).toContain('waits for "Rate limiting #security #api"');
    const { edges } = Object(JSON.parse((await project.run('graph', '--json')).out));
    expect(edges).toEqual([{ from: 1, to: 2, kind: 'depends' }]);
    expect((await project.run('critical-path')).out).toMatch(/^2 tasks, in order:\n.*Rate limiting.*\n.*User auth/);
    const { out } = await project.run('doctor');
    expect(out).not.toContain('rate limiting');
    expect(out).toContain('it depends on "Mail", but several tasks have this title: line 6, line 7');
  });
});
