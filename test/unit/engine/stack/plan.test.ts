import { describe, expect, it } from 'vitest';
import { describeObstacle } from '../../../../src/engine/stack/describe-obstacle.ts';
import { parsePlanText } from '../../../../src/engine/stack/plan/plan.ts';
import { addTask, findTask, moveTask, setNote, setStatus } from '../../../../src/engine/stack/plan/plan-edit.ts';
import { TaskGraph } from '../../../../src/engine/stack/plan/task-graph.ts';

const SEED = `# Plan

## Tasks
- [ ] Pending task
- [>] In progress task
- [x] Completed task
- [!] Blocked task

## Notes
Additional context and notes
`;

const LATER = `# Plan

- [ ] P1: Build the *parser* #core #fast | modified: 2026-02-01 (id: build, depends: design)
  some words about it
  - [~] Sketch
\t- [?] Ask (someone)
- [x] P2: Design (id: design)
\`\`\`
- [ ] an example
\`\`\`
* [ ] Ship (id: ship, depends: build, docs, gone, parent: build) | blocked: no key
`;

const titles = (tasks: readonly { readonly title: string }[]) => tasks.map(({ title }) => title);

describe('a plan', () => {
  it('parses the four boxes of the seed', () => {
    expect(parsePlanText(SEED).map(({ status, title, line, section }) => [status, title, line, section])).toEqual([
      ['pending', 'Pending task', 4, 'Tasks'],
      ['in progress', 'In progress task', 5, 'Tasks'],
      ['completed', 'Completed task', 6, 'Tasks'],
      ['blocked', 'Blocked task', 7, 'Tasks'],
    ]);
  });

  it('resolves an ambiguous id to its first task, like the graph', () => {
    const tasks = parsePlanText('- [ ] One (id: x)\n- [ ] Two (id: x)\n- [ ] Part (id: y, parent: x)\n');
    expect(tasks.map(({ parent }) => parent)).toEqual([null, null, 1]);
  });

  it('parses the notation of later revisions, and keeps unknown text', () => {
    const tasks = parsePlanText(LATER);
    expect(titles(tasks)).toEqual(['Build the *parser* #core #fast', 'Sketch', 'Ask (someone)', 'Design', 'Ship']);
    expect(tasks.map(({ status }) => status)).toEqual(['pending', 'closed', 'unknown', 'completed', 'pending']);
    expect(tasks.map(({ parent }) => parent)).toEqual([null, 1, 2, null, 1]);
    expect(tasks[0]).toMatchObject({ priority: 1, labels: ['core', 'fast'], id: 'build', depends: ['design'] });
    expect(Object.fromEntries(tasks[0]?.notes ?? [])).toEqual({ modified: '2026-02-01' });
    expect(tasks[4]).toMatchObject({ id: 'ship', depends: ['build', 'docs', 'gone'], partOf: 'build' });
  });
});

describe('the task graph of a plan', () => {
  const graph = (text: string) => new TaskGraph(parsePlanText(text));

  it('ready tasks are pending, have no dependency or open part, and are sorted by priority', () => {
    const text = '- [ ] whole\n  - [ ] part\n- [ ] P2: two\n- [ ] P1: one\n- [ ] later (depends: a)\n- [>] begun (id: a)\n';
    expect(titles(graph(text).ready())).toEqual(['one', 'two', 'part']);
    expect(
      graph(text)
        .blocked()
        .map(({ task, obstacles }) => [task.title, obstacles.map(({ kind }) => kind)]),
    ).toEqual([['later', ['waits']]]);
  });

  it('tasks below a waiting task are blocked with its reasons', () => {
    const text = '- [ ] whole (depends: a, nobody)\n  - [ ] part\n- [!] first (id: a) | blocked: no key\n';
    const blocked = graph(text).blocked();
    expect(blocked.map(({ task }) => task.title)).toEqual(['whole', 'part', 'first']);
    expect(blocked[1]?.obstacles).toMatchObject([
      { kind: 'waits', for: [{ title: 'first' }] },
      { kind: 'unknown', ids: ['nobody'] },
    ]);
    expect(blocked[2]?.obstacles).toEqual([{ kind: 'marked', why: 'no key' }]);
  });

  it('names the nearest obstacles of parents, and counts the others', () => {
    const n = 2_000;
    const parts = Array.from({ length: n }, (_, m) => `- [ ] t (id: t${m}, depends: a${m}, b, parent: t${m - 1})\n`);
    const done = Array.from({ length: n / 2 }, (_, m) => `- [x] a (id: a${m})\n`);
    const tasks = new TaskGraph(parsePlanText([...parts, ...done, '- [ ] b (id: b)\n'].join('')));
    const obstacles = tasks.blocked().map((each) => each.obstacles);
    // The first half waits only for b, even if named repeatedly.
    expect(obstacles[0]).toMatchObject([{ kind: 'waits', for: [{ id: 'b' }] }]);
    expect(obstacles[n / 2 - 1]).toMatchObject([
      { kind: 'waits', for: [{ id: 'b' }] },
      { kind: 'above', count: n / 2 - 20 },
    ]);
    expect(obstacles[n - 1]).toMatchObject([
      { kind: 'waits', for: [{ id: 'b' }] },
      { kind: 'unknown', ids: Array.from({ length: 10 }, (_, m) => `a${n - 1 - m}`) },
      { kind: 'above', count: n / 2 + n - 20 },
    ]);
    expect(describeObstacle({ kind: 'above', count: 7 })).toBe('waits for 7 more, as do its parent tasks');
    expect(obstacles.flat().flatMap((each) => (each.kind === 'waits' ? each.for : [])).length).toBe(n);
  });

  it('names the nearest tasks of a long cycle, and counts the others', () => {
    const text = Array.from({ length: 100 }, (_, m) => `- [ ] a (id: ${m}, depends: ${(m + 1) % 100})\n`).join('');
    const cycles = graph(text)
      .blocked()
      .flatMap(({ obstacles }) => obstacles.flatMap((each) => (each.kind === 'cycle' ? [each] : [])));
    expect(cycles.map(({ tasks, more }) => [tasks.length, more])).toEqual(cycles.map(() => [20, 80]));
    expect(cycles.every(({ tasks }, n) => tasks[0]?.number === n + 1)).toBe(true);
    const words = cycles.map(describeObstacle)[99] ?? '';
    expect(words).toMatch(/^is part of a dependency cycle: 99 \(line 100\) → .* → 80 more → 99$/);
  });

  it('excludes tasks in cycles from ready, and lists each cycle once', () => {
    const text =
      '- [ ] a (id: a, depends: b)\n- [ ] b (id: b, depends: a)\n- [ ] c (id: c, depends: c)\n- [ ] behind (depends: a)\n- [ ] w (id: w)\n  - [ ] p (depends: w)\n';
    expect(graph(text).cycles.map(titles)).toEqual([['a', 'b'], ['c'], ['w', 'p']]);
    expect(graph(text).ready()).toEqual([]);
  });

  it('has a critical path that includes parts of dependencies', () => {
    const text =
      '- [ ] last (depends: mid)\n- [ ] alone\n- [ ] mid (id: mid, depends: first)\n  - [ ] m1 (id: m1)\n  - [ ] m2 (depends: m1)\n- [x] done (id: done)\n- [ ] first (id: first, depends: done)\n';
    expect(titles(graph(text).criticalPath())).toEqual(['first', 'm1', 'm2', 'last']);
    expect(graph('').criticalPath()).toEqual([]);
  });
});

describe('an edit of a plan', () => {
  it('changes only the box', () => {
    const text = LATER.replaceAll('\n', '\r\n');
    const changed = setStatus(text, 'build', 'in progress');
    expect(changed).toBe(text.replace('- [ ] P1', '- [>] P1'));
    expect(setStatus(changed, '1', 'pending')).toBe(text);
    expect(setStatus(text, 'design', 'completed')).toBe(text);
  });

  it('appends a note after others and before an id, replaces it and removes it', () => {
    const blocked = setNote(LATER, 'build', 'blocked', 'no key |  x\ny');
    expect(blocked).toBe(LATER.replace('2026-02-01 (id', '2026-02-01 | blocked: no key / x y (id'));
    expect(setNote(blocked, 'build', 'blocked', 'late')).toBe(LATER.replace('2026-02-01 (id', '2026-02-01 | blocked: late (id'));
    expect(setNote(blocked, 'build', 'blocked', null)).toBe(LATER);
    const twice = '- [!] A | blocked: x | by: ann | blocked: y (id: a)\n';
    expect(setNote(twice, 'a', 'blocked', 'z')).toBe('- [!] A | blocked: z | by: ann (id: a)\n');
  });

  it('adds a task at the end of its section, below another task, or in a new section', () => {
    expect(addTask(SEED, { title: 'New', id: 'n', depends: ['a', 'b'], priority: 2 })).toBe(
      SEED.replace('Blocked task\n', 'Blocked task\n- [ ] P2: New (id: n, depends: a, b)\n'),
    );
    expect(addTask(SEED, { title: 'Part', parent: 'Pending task' })).toBe(SEED.replace('Pending task\n', 'Pending task\n  - [ ] Part\n'));
    expect(addTask('', { title: 'First' })).toBe('## Tasks\n- [ ] First\n');
    expect(addTask('# Plan', { title: 'First' })).toBe('# Plan\n\n## Tasks\n- [ ] First\n');
    expect(addTask('# Plan\r\n\r\n## Tasks\r\n\r\n## Notes\r\n', { title: 'First' })).toBe(
      '# Plan\r\n\r\n## Tasks\r\n- [ ] First\r\n\r\n## Notes\r\n',
    );
    expect(() => addTask(LATER, { title: 'x', id: 'ship' })).toThrow('a task already has this id');
    expect(() => addTask(SEED, { title: 'a\nb' })).toThrow('line break');
  });

  it('moves a task with its indented lines', () => {
    const text = '- [ ] a\n- [ ] b\n  words\n  - [ ] b1\n- [ ] c\n';
    expect(moveTask(text, 'b', { where: 'before', task: 'a' })).toBe('- [ ] b\n  words\n  - [ ] b1\n- [ ] a\n- [ ] c\n');
    expect(moveTask(text, 'b', { where: 'into', task: 'c' })).toBe('- [ ] a\n- [ ] c\n  - [ ] b\n    words\n    - [ ] b1\n');
    expect(moveTask(text, 'b1', { where: 'after', task: 'c' })).toBe('- [ ] a\n- [ ] b\n  words\n- [ ] c\n- [ ] b1\n');
    expect(() => moveTask(text, 'b', { where: 'after', task: 'b1' })).toThrow('into itself');
  });

  it('moves code and comments of a task with it, and handles tabs', () => {
    const code = '- [ ] a\n  ```\n  - [ ] no task\n\n  ```\n  <!-- x\ny -->\n';
    expect(moveTask(`${code}- [ ] b\n`, 'a', { where: 'after', task: 'b' })).toBe(`- [ ] b\n${code}`);
    expect(addTask(`${code}\n`, { title: 'c' })).toBe(`${code}- [ ] c\n\n`);
    expect(moveTask('- [ ] a <!--\nx -->\n- [ ] b\n', '1', { where: 'after', task: 'b' })).toBe('- [ ] b\n- [ ] a <!--\nx -->\n');
    const tabs = '- [ ] a\n\t- [ ] b\n- [ ] c\n  - [ ] d\n\t- [ ] e\n';
    expect(moveTask(tabs, 'c', { where: 'into', task: 'a' })).toBe('- [ ] a\n\t- [ ] b\n\t- [ ] c\n\t  - [ ] d\n\t\t- [ ] e\n');
    expect(addTask('- [ ] a\n\t- [ ] b\n', { title: 'c', parent: 'b' })).toBe('- [ ] a\n\t- [ ] b\n\t\t- [ ] c\n');
  });

  it('is refused where code that is not closed would hide tasks', () => {
    expect(() => addTask('```\n', { title: 'x' })).toThrow('unclosed');
    expect(() => moveTask('- [ ] a\n- [ ] b\n  ```\n', 'b', { where: 'before', task: 'a' })).toThrow('unclosed');
  });

  it('writes no note or id that would be parsed as something else', () => {
    expect(setNote('- [ ] x (id: a)\n', '1', 'blocked', 'see (id: b)')).toBe('- [ ] x (id: a) | blocked: see [id: b]\n');
    expect(parsePlanText('- [ ] x (id: a) | blocked: why :)\n')).toMatchObject([{ id: 'a', title: 'x' }]);
    expect(setStatus('- [🚧] x\n', '1', 'completed')).toBe('- [x] x\n');
    expect(() => addTask('', { title: 'x', id: 'a, b' })).toThrow('invalid task id');
    expect(() => addTask('', { title: 'x', depends: ['a)'] })).toThrow('invalid task id');
  });

  it('reports ambiguous and unknown tasks', () => {
    const tasks = parsePlanText('- [ ] same\n- [ ] Same\n');
    expect(() => findTask(tasks, 'same')).toThrow('several tasks');
    expect(findTask(tasks, '2').line).toBe(2);
    expect(() => findTask(tasks, 'other')).toThrow('no task of the plan');
  });
});

describe('plans of the public revisions', () => {
  const said = (text: string) => parsePlanText(text).map(({ title, status, id, partOf, depends }) => [title, status, id, partOf, depends]);

  it('skip the placeholder tasks of a template', () => {
    const text = '## Tasks\n- [ ] (Add your first task here)\n- [ ] <task>\n- [ ] _subtask_\n- [ ] None\n- [ ] Log in (again)\n';
    expect(said(text)).toEqual([['Log in (again)', 'pending', null, null, []]]);
    expect(parsePlanText('- [x] (done)\n- [ ] (later) | modified: 2026-01-01\n')).toHaveLength(2);
  });

  it('have no task where a box has neither a title nor an id', () => {
    expect(said('- [ ]\n- [ ] \n- [x]\n  - [ ] Part\n- [ ] P1:\n- [>] (id: t-1)\n- [!] | blocked: Keys\n')).toEqual([
      ['Part', 'pending', null, null, []],
      ['', 'in progress', 't-1', null, []],
    ]);
  });

  it('may name a task in brackets without a key', () => {
    const text = '- [ ] Log in (t-1)\n  - [ ] Form (t-2, parent: t-1)\n- [ ] Deploy (depends: t-2)\n- [!] Mail (waits)\n';
    expect(said(text)).toEqual([
      ['Log in', 'pending', 't-1', null, []],
      ['Form', 'pending', 't-2', 't-1', []],
      ['Deploy', 'pending', null, null, ['t-2']],
      ['Mail (waits)', 'blocked', null, null, []],
    ]);
  });

  it('mark bugs with [!], which is not blocked', () => {
    const text =
      '## Backlog\n### Bugs\n- [!] P2: Crash #bug | src/a.ts:3 | at start\n- [!] Slow | blocked: needs a device\n### Debt\n- [!] Old\n## Bugs\n- [!] Late\n';
    expect(parsePlanText(text).map(({ status }) => status)).toEqual(['pending', 'blocked', 'blocked', 'blocked']);
  });

  it('get a new task below their heading, also if only other sections have tasks', () => {
    const text = '## Tasks\n\n_No tasks._\n\n## Completed\n\n- [x] Old | closed: 2026-01-12 | reason: Shipped\n';
    expect(addTask(text, { title: 'New' })).toBe(text.replace('## Tasks\n', '## Tasks\n- [ ] New\n'));
  });
});

it('a comment at the end of a line hides no id or note, and stays in place', () => {
  const text = '- [ ] Login | blocked: key (id: auth) <!-- note --> <!-- more -->\n- [ ] Mail (id: mail) <!-- x -->\n';
  const [login, mail] = parsePlanText(text);
  expect(login).toMatchObject({ title: 'Login', id: 'auth' });
  expect(mail).toMatchObject({ title: 'Mail', id: 'mail' });
  expect(login && setNote(text, login, 'blocked', null)).toBe(text.replace(' | blocked: key', ''));
  expect(mail && setNote(text, mail, 'blocked', 'key')).toBe(text.replace('(id: mail)', '(id: mail) | blocked: key'));
});
