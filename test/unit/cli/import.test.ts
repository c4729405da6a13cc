import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { hasControl } from '../../../src/engine/text/one-line.ts';
import { project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

interface Task {
  readonly id: string;
  readonly description: string;
  readonly priority?: number;
  readonly dependencies?: readonly string[];
  readonly children?: readonly Task[];
}

/** A task on one line: `id: title !priority <- dependencies (parts)`. */
function brief({ id, description, priority, dependencies = [], children = [] }: Task): string {
  const [title = ''] = description.split('\n');
  const before = dependencies.length === 0 ? '' : ` <- ${dependencies.join(' ')}`;
  const parts = children.length === 0 ? '' : ` (${children.map(brief).join(', ')})`;
  return `${id}: ${title}${priority === undefined ? '' : ` !${priority}`}${before}${parts}`;
}

interface Imported {
  readonly whole: Task;
  readonly out: string;
  readonly err: string;
}

async function imported(...words: readonly string[]): Promise<Imported> {
  const { code, out, err } = await project.run(['import', ...words]);
  expect(code, err).toBe(0);
  return { whole: parse(out).decomposition, out, err };
}

const tasksOf = ({ whole }: Imported) => (whole.children ?? []).map(brief);

/** Creates a swarm from what was imported, which shows that the plan is valid. */
async function createFrom(...words: readonly string[]): Promise<string> {
  await succeed(`import ${words.join(' ')} --out plan.yaml`);
  const file = path.join(project.root, 'plan.yaml');
  return (await project.run(['swarm', 'create', '--task', 'All', '--coordinator', 'queen', '--file', file])).out;
}

const TASKMASTER = {
  master: {
    tasks: [
      { id: 1, title: 'Set up', status: 'done', dependencies: [], priority: 'high', subtasks: [] },
      {
        id: 2,
        title: 'Sign in',
        description: 'With GitHub',
        details: 'Use the library',
        testStrategy: 'Try it',
        status: 'in-progress',
        dependencies: [1],
        priority: 'high',
        subtasks: [
          { id: 1, title: 'Button', status: 'pending', dependencies: [] },
          { id: 2, title: 'Callback', status: 'pending', dependencies: [1, '2.1'] },
        ],
      },
      { id: 3, title: 'Profile', status: 'pending', dependencies: [2, 9, 4], priority: 'medium' },
      { id: 4, title: 'Old', status: 'cancelled', dependencies: [] },
    ],
    metadata: { created: '2026-01-01T00:00:00Z' },
  },
  other: { tasks: [{ id: 1, title: 'Elsewhere', status: 'pending', dependencies: [] }], metadata: {} },
};

test('Taskmaster: tags, subtasks, priorities, dependencies of subtasks', async () => {
  project.write('.taskmaster/tasks/tasks.json', JSON.stringify(TASKMASTER));
  const found = await imported('taskmaster');
  expect(tasksOf(found)).toEqual(['2: Sign in !2 (2.1: Button, 2.2: Callback <- 2.1)', '3: Profile <- 2']);
  expect(found.whole.children?.[0]?.description).toBe('Sign in\n\nWith GitHub\n\nUse the library\n\nTest strategy: Try it');
  expect(found.out).toContain('left out: 1 done task, 1 cancelled or put off');
  expect(found.out).toContain('# Already started there: 2');
  expect(found.err).toContain('"3" depends on "9", which is not among the tasks; left out');
  expect(found.err).toContain('"3" depends on "4", which is cancelled or put off; left out');
  expect(tasksOf(await imported('taskmaster', '.', '--tag', 'other'))).toEqual(['1: Elsewhere']);
  expect((await project.run('import taskmaster . --tag mine')).err).toContain(
    'has no tag "mine", but the tags master, other. Choose one of them: --tag master',
  );
});

test('Taskmaster: a file without tags, an id that is used twice, and a cycle', async () => {
  const task = (id: number, title: string, ...dependencies: number[]) => ({ id, title, status: 'pending', dependencies });
  const file = project.write('tasks.json', JSON.stringify({ tasks: [task(1, 'One'), task(1, 'Two', 1)] }));
  const { err, ...found } = await imported('taskmaster', file);
  expect(tasksOf({ ...found, err })).toEqual(['1: One', '1-2: Two <- 1']);
  expect(err).toContain('the id "1" is used twice; this task is now "1-2"');
  project.write('tasks.json', JSON.stringify({ tasks: [task(1, 'One', 2), task(2, 'Two', 1)] }));
  expect((await project.run('import taskmaster')).err).toContain('tasks wait for each other: 1 → 2 → 1');
});

function backlogTask(id: string, title: string, status: string, more = ''): string {
  const dates = "created_date: '2025-06-03 10:00'\nupdated_date: '2025-06-04'";
  const body = '## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\nSay why.\n<!-- SECTION:DESCRIPTION:END -->\n';
  return `---\nid: ${id}\ntitle: ${title}\nstatus: ${status}\nassignee: []\n${dates}\nlabels: []\n${more}---\n\n${body}`;
}

test('Backlog.md: folders, parents, an earlier prefix of ids, and a title that is no valid YAML', async () => {
  project.write(
    'backlog/tasks/back-3 - Cart.md',
    backlogTask('BACK-3', 'Cart: totals', 'To Do', 'dependencies:\n  - task-1\n  - task-4\npriority: high\n'),
  );
  project.write(
    'backlog/tasks/back-4 - Docs.md',
    backlogTask('back-4', 'Docs', 'In Progress', 'dependencies: []\nparent_task_id: task-3\n'),
  );
  project.write('backlog/tasks/back-5 - Sums.md', backlogTask('back-5', 'Sums', 'To Do', 'dependencies: [task-4]\n'));
  project.write('backlog/completed/back-1 - Start.md', backlogTask('back-1', 'Start', 'To Do'));
  project.write('backlog/archive/tasks/back-4 - Old.md', backlogTask('back-4', 'Old', 'To Do'));
  project.write('backlog/tasks/readme.md', '# Tasks\n');
  const found = await imported('backlog');
  expect(tasksOf(found)).toEqual(['back-3: Cart: totals !2 (back-4: Docs)', 'back-5: Sums <- back-4']);
  expect(found.whole.children?.[1]?.description).toBe('Sums\n\n## Description\n\nSay why.');
  expect(found.err).toContain('back-3 - Cart.md:1: "back-3" depends on "back-4", which is a part of it; left out');
  expect(await createFrom('backlog')).toContain('with 2 tasks');
});

test('beads: kinds of dependencies, parents, priorities, and what is no work', async () => {
  const issues = [
    { id: 'bd-1', title: 'Shop', status: 'open', priority: 1, issue_type: 'epic' },
    {
      id: 'bd-1.1',
      title: 'Cart',
      status: 'in_progress',
      priority: 0,
      issue_type: 'task',
      acceptance_criteria: 'Sums are right',
      dependencies: [{ issue_id: 'bd-1.1', depends_on_id: 'bd-1', type: 'parent-child' }],
    },
    {
      id: 'bd-2',
      title: 'Rounding',
      status: 'blocked',
      priority: 2,
      issue_type: 'bug',
      dependencies: [
        { issue_id: 'bd-2', depends_on_id: 'bd-1.1', type: 'blocks' },
        { issue_id: 'bd-2', depends_on_id: 'bd-3', type: 'discovered-from' },
      ],
    },
    { id: 'bd-3', title: 'Old', status: 'closed', priority: 2, issue_type: 'task' },
    { id: 'bd-4', title: '', status: 'tombstone', priority: 0, issue_type: 'task' },
    { id: 'bd-5', title: 'Hello', status: 'open', priority: 2, issue_type: 'message' },
    { _type: 'memory', key: 'rounding', value: 'Half up' },
    { _type: 'issue', id: 'bd-6', title: 'Rules', status: 'pinned', priority: 2, issue_type: 'task' },
    { id: 'bd-7', title: 'Context', status: 'open', pinned: true },
    { id: 'bd-8', title: 'Form', status: 'open', is_template: true },
  ];
  const file = project.write('.beads/issues.jsonl', issues.map((issue) => `${JSON.stringify(issue)}\n`).join(''));
  const expected = ['bd-1: Shop !2 (bd-1.1: Cart !1)', 'bd-2: Rounding <- bd-1.1'];
  expect(tasksOf(await imported('beads'))).toEqual(expected);
  project.write('list.json', JSON.stringify(issues));
  expect(tasksOf(await imported('beads', path.join(project.root, 'list.json')))).toEqual(expected);
  fs.appendFileSync(file, 'not JSON\n');
  expect((await project.run('import beads')).err).toContain(`${file}:11:1: this line is not JSON`);
});

test('GitHub: closed issues, references in texts, task lists, and labels', async () => {
  const file = project.write(
    'issues.json',
    JSON.stringify([
      {
        number: 12,
        title: 'Cart',
        state: 'OPEN',
        body: 'Depends on #13, #14 and #99.\r\n- [ ] #15',
        labels: [{ name: 'priority: high' }],
        url: 'https://example.com/12',
      },
      { number: 13, title: 'Done', state: 'CLOSED', stateReason: 'COMPLETED', body: '', labels: [] },
      { number: 14, title: 'Tax', state: 'OPEN', body: 'Blocked by #16', labels: [{ name: 'P0' }] },
      { number: 15, title: 'Part', state: 'OPEN', body: null, labels: [] },
      { number: 16, title: 'No', state: 'CLOSED', stateReason: 'NOT_PLANNED' },
    ]),
  );
  const found = await imported('github', file);
  expect(tasksOf(found)).toEqual(['12: Cart !2 <- 14 (15: Part)', '14: Tax !1']);
  expect(found.err).toContain('"12" depends on "99", which is not among the tasks');
  expect(found.err).toContain('"14" depends on "16", which is cancelled or put off');
  expect((await project.run('import github')).err).toContain('Name the file: cortex import github FILE');
});

test('Spec Kit: the order of phases, stories and parallel tasks', async () => {
  project.write(
    'specs/001-albums/tasks.md',
    `# Tasks: Photo albums

## Format: \`[ID] [P?] [Story] Description\`

- **[P]**: Can run in parallel

## Phase 1: Setup (Shared Infrastructure)

- [X] T001 Create the project
- [ ] T002 [P] Linter
- [ ] T003 [P] Formatter
- [ ] T004 Commit

## Phase 2: User Story 1 - View (Priority: P1)

### Tests for User Story 1

- [ ] T010 [P] [US1] Test in tests/view.py

### Implementation

- [ ] T011 [US1] Model in src/view.py

## Phase 3: User Story 2 - Share

- [ ] T020 [US2] Share
- [ ] Not a task of Spec Kit

## Phase N: Polish

- [ ] T030 Docs
`,
  );
  const found = await imported('spec-kit', path.join(project.root, 'specs/001-albums'));
  expect(found.whole.description).toBe('Photo albums');
  expect(tasksOf(found)).toEqual([
    'phase-1: Phase 1: Setup (Shared Infrastructure) (T002: Linter, T003: Formatter, T004: Commit <- T002 T003)',
    'phase-2: Phase 2: User Story 1 - View (Priority: P1) <- phase-1 (T010: Test in tests/view.py, T011: Model in src/view.py <- T010)',
    'phase-3: Phase 3: User Story 2 - Share <- phase-1 (T020: Share)',
    'phase-4: Phase N: Polish <- phase-1 phase-2 phase-3 (T030: Docs)',
  ]);
  expect(found.err).toContain('tasks.md:27: this item has no id such as T001; left out');
});

test('a checklist: nested items, boxes of other programs, and code that only shows one', async () => {
  const file = project.write(
    'TODO.md',
    '# Release\n\n- [ ] One\n  - [x] Sub one\n  - [ ] Sub two\n    - [ ] Deep\n* [~] Dropped\n\n```\n- [ ] Not a task\n```\n\n## Later\n\n1. [ ] Two\n',
  );
  const found = await imported('checklist', file);
  expect(found.whole.description).toBe('Release');
  expect(tasksOf(found)).toEqual(['1: One (1.2: Sub two (1.2.1: Deep))', '3: Two']);
  expect(found.whole.children?.[1]?.description).toBe('Two\n\nSection: Later');
  expect(found.out).toContain('# 2 open tasks');
});

test('--out writes a new file only, and says what comes next', async () => {
  project.write('TODO.md', '- [ ] One\n- [ ] Two\n');
  const first = await project.run('import checklist TODO.md --out plan.yaml');
  expect(first.out).toContain('cortex swarm create --task Checklist --coordinator NAME --file ');
  const file = path.join(project.root, 'plan.yaml');
  const written = fs.readFileSync(file, 'utf8');
  const again = await project.run('import checklist TODO.md --out plan.yaml');
  expect([again.code, again.out]).toEqual([1, '']);
  expect(again.err).toContain('already exists');
  expect(fs.readFileSync(file, 'utf8')).toBe(written);
});

test.each([
  ['taskmaster', '{"tasks": [}', ':1:12: '],
  ['taskmaster', '[]', 'has no list "tasks"'],
  ['taskmaster', '{"tasks":[{"id":1}]}', 'a task has no id or no title'],
  ['taskmaster', '['.repeat(5_000), ':1:'],
  ['github', '{}', 'is not a list of issues'],
  ['github', '[{"title":"x"}]', 'an issue has no number or no title'],
  ['beads', '{"title":"x"}\n', ':1:1: an issue has no id'],
  ['checklist', '# Nothing\n', 'no tasks were found'],
  ['checklist', '- [x] Done\n', 'none of its 1 task is open'],
])('%s: a file with %j is refused', async (format, content, why) => {
  const file = project.write('given', content);
  const { code, out, err } = await project.run(['import', format, file]);
  expect(out).toBe('');
  expect(code).toBeGreaterThan(0);
  expect(err).toContain(why);
});

test('texts keep no control characters', async () => {
  const file = project.write('TODO.md', '- [ ] One \u001b[31mred\u0007\u202e\n');
  const { out } = await imported('checklist', file);
  expect(out.split('\n').some(hasControl)).toBe(false);
  expect(out).toContain('One [31mred');
});

test('of any issues, with any links, the plan is valid, or an error names a cycle', async () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const link = fc.record({ depends_on_id: ids, type: fc.constantFrom('blocks', 'parent-child', 'related') });
  const issue = fc.record({
    id: ids,
    title: fc.string({ minLength: 1 }),
    status: fc.constantFrom('open', 'closed', 'deferred'),
    dependencies: fc.array(link, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(issue, { minLength: 1, maxLength: 8 }), async (issues) => {
      const file = project.write('issues.json', JSON.stringify(issues));
      const plan = path.join(project.root, 'any.yaml');
      fs.rmSync(plan, { force: true });
      const { code, err } = await project.run(['import', 'beads', file, '--out', plan]);
      if (code === 0) {
        const made = await project.run(['swarm', 'create', '--task', 'All', '--coordinator', 'queen', '--file', plan]);
        expect(made.code, made.err).toBe(0);
        await project.run('swarm abort --by queen --reason x');
      } else expect(err).toMatch(/tasks wait for each other|is open|no tasks were found|has no id/);
    }),
    { numRuns: 25 },
  );
});
