import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAX_CHILDREN, parseSubject, type Row } from '../../../../src/host/model/row.ts';
import { stackRows } from '../../../../src/host/stack/model/stack-rows.ts';
import { AGENTS, labelsBelow, message, pictureOf, rowAt, rowsOf, stackFolder } from './stack-folder.ts';

const PLAN = `# Plan

## Tasks
- [x] P1: Schema (id: schema)
- [>] API (id: api)
  - [x] Routes
  - [!] Auth | blocked: no key yet
- [ ] Pages (id: pages, depends: api)
- [~] Old idea
`;
const TASK = { From: 'manager', To: 'agent-backend', Type: 'task', Time: '2026-01-19T10:30:00Z' };
const FILES = {
  'AGENTS.md': AGENTS,
  'backend/.cstack/CURRENT.md': '# Current State\n\n## Current Task\nBuild the API\n\n## Focus\nAuth\n\n## Next Steps\n- Ask for the key\n',
  'backend/.cstack/PLAN.md': PLAN,
  'backend/.cstack/INBOX.md': message({ ID: 'm1', ...TASK }, 'Build it') + message({ ID: 'm2', ...TASK, Type: 'question' }, '\n\nWhen?'),
  'backend/.cstack/.local/read.json': '{"read": ["m1"]}',
  'backend/.cstack/OUTBOX.md': message({ ID: 'm3', From: 'agent-backend', To: 'agent-frontend', Type: 'done' }, 'Schema is there'),
  '.cstack/INBOX.md': '',
};

describe('the Stacks view', () => {
  test('shows each agent of AGENTS.md in its order, then the manager', () => {
    const rows = rowsOf(stackFolder(FILES));
    expect(rows.map(({ label, description, context }) => [label, description, context])).toEqual([
      ['agent-backend', '1 unread · 1 blocked · 1 to route · 2 of 5 done', 'stack'],
      ['agent-frontend', 'no stack yet', 'stack.missing'],
      ['manager', '2 overdue', 'stack'],
    ]);
    expect(rows[0]).toMatchObject({ icon: { name: 'hubot', color: 'charts.yellow' }, unfolded: false });
    expect(rows[0]?.accessibility).toBe('agent-backend, APIs, 1 unread, 1 blocked, 1 to route, 2 of 5 done');
    expect(rows[0]?.tooltip).toContain('Build the API');
  });

  test('shows the task, plan and messages of a stack, with links to their files', () => {
    const folder = stackFolder(FILES);
    const rows = rowsOf(folder);
    const directory = `${folder.root}/backend/.cstack`;
    expect(labelsBelow(rows, 'agent-backend')).toEqual(['Build the API', 'Plan', 'Inbox', 'Outbox']);
    expect(rowAt(rows, 'agent-backend', 'Build the API')).toMatchObject({
      description: 'Auth',
      command: 'cortex.stack.open',
      subject: { kind: 'stack-file', directory, file: 'CURRENT.md', line: 1 },
    });
    expect(rowAt(rows, 'agent-backend', 'Inbox').description).toBe('1 unread of 2');
    expect(rowAt(rows, 'agent-backend', 'Inbox', 'When?')).toMatchObject({
      subject: { kind: 'stack-message', directory, box: 'inbox', id: 'm2' },
      context: 'stack-message.unread',
      icon: { name: 'question' },
    });
    expect(labelsBelow(rows, 'agent-backend', 'Inbox')).toEqual(['When?']);
    expect(rowAt(rows, 'agent-backend', 'Outbox', 'Schema is there')).toMatchObject({
      description: 'to agent-frontend',
      context: 'stack-message.outbox',
    });
  });

  test('nests subtasks, and shows what blocks a task', () => {
    const rows = rowsOf(stackFolder(FILES));
    expect(labelsBelow(rows, 'agent-backend', 'Plan')).toEqual(['Schema', 'API', 'Pages', 'Old idea']);
    const api = rowAt(rows, 'agent-backend', 'Plan', 'API');
    expect(api).toMatchObject({ context: 'plan-task.in-progress', description: '1 of 2 done', unfolded: true });
    expect(api.children().map(({ label, description }) => [label, description])).toEqual([
      ['Routes', ''],
      ['Auth', 'is blocked: no key yet'],
    ]);
    expect(rowAt(rows, 'agent-backend', 'Plan', 'Pages').description).toBe('waits for api');
    expect(parseSubject(rowAt(rows, 'agent-backend', 'Plan', 'Schema').subject)).toMatchObject({ kind: 'plan-task', number: 1 });
  });

  test('shows tasks that are parents of each other at the top level', () => {
    const plan = '- [ ] A (id: a, parent: b)\n- [ ] B (id: b, parent: a)\n- [ ] C\n';
    const rows = rowsOf(stackFolder({ '.cstack/PLAN.md': plan }));
    expect(labelsBelow(rows, 'manager', 'Plan')).toEqual(['A', 'B', 'C']);
    expect(rowAt(rows, 'manager', 'Plan', 'A').children()).toEqual([]);
  });

  test('lists messages without an answer for a day below their sender', () => {
    const rows = rowsOf(stackFolder(FILES));
    expect(rowAt(rows, 'manager', 'Overdue').description).toBe('2 answers');
    expect(rowAt(rows, 'manager', 'Overdue', 'Build it').description).toContain('overdue for 1h 30m');
    const early = rowsOf(stackFolder(FILES), Date.parse('2026-01-20T10:00:00Z'));
    expect(labelsBelow(early, 'manager')).not.toContain('Overdue');
  });

  test('is empty without a stack, so that a welcome is shown', () => {
    expect(rowsOf(stackFolder({ 'AGENTS.md': '# For other tools\n' }))).toEqual([]);
  });

  test('shows a problem for an unreadable file, and the other files', () => {
    const broken = stackFolder({ '.cstack/PLAN.md': '- [ ] A\n' });
    writeFileSync(`${broken.root}/.cstack/CURRENT.md`, Buffer.of(0xff, 0xfe, 0x00));
    const rows = rowsOf(broken);
    const [problem] = rowAt(rows, 'manager').children();
    expect(problem).toMatchObject({ context: 'problem', subject: { kind: 'problem', file: `${broken.root}/.cstack/CURRENT.md` } });
    expect(labelsBelow(rows, 'manager', 'Plan')).toEqual(['A']);
  });

  test('shows problems of AGENTS.md', () => {
    const rows = rowsOf(
      stackFolder({ 'AGENTS.md': '## a\n- Role: x\n- Stack: ../elsewhere/.cstack/\n\n## b\n- Role: y\n- Stack: ./b/.cstack/\n' }),
    );
    expect(rows.map(({ label }) => label).at(-1)).toBe('b');
    expect(rows[0]?.tooltip).toContain('outside the repository');
  });

  test('shows the first 200 tasks and messages, and a link to the others', () => {
    const many = Array.from({ length: MAX_CHILDREN + 50 }, (_, n) => n);
    const files = {
      '.cstack/PLAN.md': many.map((n) => `- [ ] T${n}\n`).join(''),
      '.cstack/INBOX.md': many.map((n) => message({ ID: `m${n}`, From: 'a', Type: 'task' }, `M${n}`)).join(''),
    };
    const rows = rowsOf(stackFolder(files));
    for (const box of ['Plan', 'Inbox']) {
      const labels = labelsBelow(rows, 'manager', box);
      expect(labels).toHaveLength(MAX_CHILDREN + 1);
      expect(labels.at(-1)).toBe('50 more');
    }
    expect(rowAt(rows, 'manager', 'Plan', '50 more')).toMatchObject({ command: 'cortex.stack.open', subject: { file: 'PLAN.md' } });
    expect(rowAt(rows, 'manager', 'Inbox', '50 more')).toMatchObject({ command: 'cortex.messages.show', subject: { kind: 'stack' } });
    expect(labelsBelow(rows, 'manager', 'Inbox')[0]).toBe('M249');
  });

  test('shows texts of agents as plain text on one line', () => {
    const rows = rowsOf(stackFolder({ '.cstack/PLAN.md': '- [ ] A\u202eB `x` [l](command:y)\n' }));
    expect(labelsBelow(rows, 'manager', 'Plan')).toEqual(['A B `x` [l](command:y)']);
  });

  test('offers hooks that have a script, and marks hooks that AGENTS.md does not name', () => {
    const files = {
      'AGENTS.md': '## a\n- Role: x\n- Stack: ./a/.cstack/\n- Skills: /deploy\n- Hooks: missing\n',
      'a/.cstack/INBOX.md': '',
      'a/.cstack/.claude/hooks/deploy.sh': 'true\n',
      'a/.cstack/.claude/hooks/odd.sh': 'true\n',
    };
    const hooks = rowAt(rowsOf(stackFolder(files)), 'a', 'Hooks').children();
    expect(hooks.map(({ label, description, context }) => [label, description, context])).toEqual([
      ['deploy', 'deploy.sh', 'stack-hook'],
      ['missing', 'no script', 'stack-hook.missing'],
      ['odd', 'odd.sh · not in AGENTS.md', 'stack-hook'],
    ]);
  });

  test('has a unique id for each row, even if two repositories have the same stack', () => {
    const folder = stackFolder(FILES);
    const [shown] = pictureOf(folder).folders;
    if (shown === undefined) throw new Error('nothing is shown');
    const rows = stackRows({ folders: [shown, { ...shown, root: `${folder.root}/..` }], now: 0 });
    const ids = (all: readonly Row[]): string[] => all.flatMap((row) => [row.id, ...ids(row.children())]);
    expect(new Set(ids(rows)).size).toBe(ids(rows).length);
  });

  test('limits texts of agents in ids and tooltips, and the number of problems and hooks', () => {
    const long = 'x'.repeat(100_000);
    const many = Array.from({ length: 300 }, (_, n) => n);
    const files = {
      'AGENTS.md': `${AGENTS}${many.map((n) => `\n## odd${n}\n- Role: x\n- Stack: ../odd${n}/.cstack/\n`).join('')}`,
      'backend/.cstack/PLAN.md': `- [ ] ${long}\n- [ ] ${long}\n- [ ] A${many.map((n) => ` | k${n}: v`).join('')}\n`,
      'backend/.cstack/INBOX.md': message({ ID: long, From: long, Type: long }, long),
      ...Object.fromEntries(many.map((n) => [`backend/.cstack/.claude/hooks/h${n}.sh`, ''])),
    };
    const rows = rowsOf(stackFolder(files));
    expect(rows.filter(({ context }) => context === 'message')).toHaveLength(MAX_CHILDREN);
    expect(labelsBelow(rows, 'agent-backend', 'Hooks')).toHaveLength(MAX_CHILDREN + 1);
    const below = (row: Row): Row[] => [row, ...row.children().flatMap(below)];
    for (const { id, tooltip, label, description, accessibility } of below(rowAt(rows, 'agent-backend'))) {
      expect(id.length).toBeLessThan(1_000);
      expect(tooltip.length).toBeLessThan(2_000);
      expect([label, description, accessibility].join('').length).toBeLessThan(1_000);
    }
  });
});
