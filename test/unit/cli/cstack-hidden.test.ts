import { beforeEach, describe, expect, it } from 'vitest';
import { CstackProject } from '../../support/cstack-cli.ts';

const unmerged = (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> feature\n`;
const message = (id: string, content: string, more = '') => `\n---\nID: ${id}\nFrom: api\nTo: web\nType: task\n${more}---\n${content}\n`;

const PLAN = `# Plan\n\n## Tasks\n${unmerged('- [>] Base (id: p0)\n', '- [!] Base (id: p0)\n- [ ] Side (id: pb, depends: old)\n')}- [ ] After (id: p1, depends: p0)\n`;

let project: CstackProject;
const planFile = () => project.path('web/.cstack/PLAN.md');
const settle = () => `To keep both sides: cstack settle ${planFile()}`;

beforeEach(async () => {
  project = new CstackProject();
  await project.agents('api', 'web');
});

describe('a task inside a merge conflict', () => {
  beforeEach(() => project.write('web/.cstack/PLAN.md', PLAN));

  it('is known to its dependents', async () => {
    const { out } = await project.run('doctor');
    expect(out).toContain(`error: web/.cstack/PLAN.md:4: merge conflict in lines 4 to 9`);
    expect(out).toContain('1 error, 0 warnings');
    expect((await project.in('web', 'blocked')).out).toContain('waits for p0 (line 5) in an unresolved merge conflict');
    expect(await project.json('web', 'blocked')).toMatchObject({
      tasks: [{ obstacles: [{ kind: 'conflict', tasks: [{ id: 'p0', line: 5 }] }] }],
    });
    expect(await project.json('web', 'graph')).toMatchObject({ unknown: [] });
    const { code, err } = await project.in('web', 'plan', 'start', 'p1');
    expect(code).toBe(0);
    expect(err).toContain('it waits for p0 (line 5) in an unresolved merge conflict\n');
    expect(err).toContain(`PLAN.md:4: merge conflict in lines 4 to 9: the lines between git's conflict markers are not read. ${settle()}`);
  });

  it.each([
    ['start', 'pb'],
    ['done', 'Side'],
    ['block', 'p0', 'why'],
    ['move', 'p1', '--before', 'pb'],
    ['add', 'Part', '--parent', 'pb'],
  ])('is reported with its conflict by plan %s', async (...words) => {
    const { code, err } = await project.in('web', 'plan', ...words);
    expect([code, err]).toEqual([1, expect.stringContaining(`${planFile()}:4: the task is inside an unresolved merge conflict`)]);
    expect(err).toContain(settle());
    expect(project.read('web/.cstack/PLAN.md')).toBe(PLAN);
  });

  it('keeps its id reserved, even when the id is given in a title', async () => {
    for (const words of [['New', '--id', 'pb'], ['New (id: pb)']]) {
      const { code, err } = await project.in('web', 'plan', 'add', ...words);
      expect([code, err]).toEqual([1, expect.stringContaining('PLAN.md:4: a task in an unresolved merge conflict has this id: Side')]);
      expect(err).toContain(`Choose another id. ${settle()}`);
    }
    expect(project.read('web/.cstack/PLAN.md')).toBe(PLAN);
    expect((await project.in('web', 'plan', 'add', 'New', '--id', 'pc', '--depends', 'pb')).code).toBe(0);
  });

  it('keeps its dependencies out of the archive', async () => {
    const done = '- [x] Old (id: old) | completed: 2020-01-01\n- [x] Older (id: older) | completed: 2020-01-01\n';
    project.write('web/.cstack/PLAN.md', PLAN + done);
    const { out, err } = await project.in('web', 'compact', '--older-than', '7d');
    expect(out).toContain('Moved 1 task');
    expect(err).toContain('PLAN.md:4: merge conflict');
    expect(project.read('web/.cstack/PLAN.md')).toContain('(id: old)');
  });
});

it('an id that no task has is reported as unknown, and the task is not ready', async () => {
  project.write('web/.cstack/PLAN.md', '- [ ] After (id: p1, depends: p0)\n');
  const { out } = await project.run('doctor');
  expect(out).toContain(
    'it depends on p0, but no task has this id. Correct the id, or remove it from "depends". Until then, the task is not ready.',
  );
});

describe('cstack settle of a plan', () => {
  const settled = async (plan: string) => {
    project.write('web/.cstack/PLAN.md', plan);
    return project.run('settle', 'web/.cstack/PLAN.md');
  };

  it('names both states of a task, and doctor reports that they are one task', async () => {
    const { code, err } = await settled(PLAN);
    expect(code).toBe(0);
    expect(err).toBe(
      `warning: ${planFile()}:5: The task p0 ("Base") is now in line 4 ([>] in progress) and line 5 ([!] blocked). Keep the right line and remove the other.\n`,
    );
    const { out } = await project.run('doctor');
    expect(out).toContain(
      'web/.cstack/PLAN.md:5: the task p0 is also in line 4: [>] there, [!] here. They are the same task. Keep the right line and remove the other.',
    );
  });

  it('matches a task without an id by its title', async () => {
    const { err } = await settled(unmerged('- [x] Paint\n', '- [ ] Paint\n'));
    expect(err).toContain('The task "Paint" is now in line 1 ([x] completed) and line 2 ([ ] pending).');
  });

  it('reports two titles with the same id', async () => {
    const { err } = await settled(unmerged('- [ ] Paint (id: p)\n', '- [ ] Print (id: p)\n'));
    expect(err).toContain('The id p is now in line 1 ("Paint") and line 2 ("Print").');
    expect(err).toContain('If not, give one of them another id.');
    const { out } = await project.run('doctor');
    expect(out).toContain('the id p is also the id of p (line 1). Give one of them another id');
  });

  it('does not report duplicates within one side', async () => {
    expect((await settled(unmerged('- [ ] A\n- [ ] A\n', '- [ ] B (id: b)\n'))).err).toBe('');
  });
});

describe('commands that read around a merge conflict', () => {
  it.each(['INBOX.md', 'OUTBOX.md', 'PLAN.md', 'CURRENT.md', 'MEMORY.md', 'CONTEXT.md', 'HISTORY.md'])(
    'search reports that of %s',
    async (name) => {
      project.write(`web/.cstack/${name}`, `# Title\n${unmerged(message('m1', 'hello one'), message('m2', 'hello two'))}`);
      const { code, out, err } = await project.run('search', 'hello');
      expect([code, out]).toEqual([1, expect.stringContaining('No match for "hello"')]);
      expect(err).toContain(`${project.path(`web/.cstack/${name}`)}:2: merge conflict in lines 2 to 20`);
    },
  );

  it.each([
    ['thread'],
    ['thread', 'm1'],
    ['send', '--to', 'api', '--type', 'done', '--reply-to', 'm1', 'Yes'],
    ['overdue'],
    ['status'],
    ['agents', 'status'],
    ['compact', '--older-than', '7d', '--dry-run'],
  ])('%s %s reports that of HISTORY.md, which may contain the searched message', async (...words) => {
    project.write('web/.cstack/INBOX.md', `# Inbox\n${message('asked', 'Do', 'Time: 2020-01-01T00:00:00Z\n')}`);
    project.write('web/.cstack/HISTORY.md', `# History\n${unmerged(message('m1', 'one'), message('m2', 'two'))}`);
    const { err } = await project.in('web', ...words);
    expect(err).toContain('web/.cstack/HISTORY.md:2: merge conflict in lines 2 to 20');
  });

  it('route reports that of a plan', async () => {
    project.write('web/.cstack/PLAN.md', PLAN);
    expect((await project.run('route')).err).toContain(`${planFile()}:4: merge conflict`);
  });
});

describe('an agent inside a merge conflict in AGENTS.md', () => {
  const section = (name: string) => `## ${name}\n- Role: Dev\n- Stack: ./${name}/.cstack/\n`;
  const agents = `# Agents\n\n${section('api')}\n${unmerged(section('web'), section('ops'))}`;
  beforeEach(() => project.write('AGENTS.md', agents));

  it.each([['thread'], ['search', 'x'], ['overdue'], ['hooks'], ['status'], ['agents', 'list'], ['agents', 'status'], ['route']])(
    'is reported by %s',
    async (...words) => {
      expect((await project.in('api', ...words)).err).toContain('AGENTS.md:7: merge conflict in lines 7 to 15');
    },
  );

  it.each([
    ['send', '--to', 'web', '--type', 'task', 'Hello'],
    ['agents', 'add', 'web', '--role', 'Dev', '--stack', './web/.cstack/'],
    ['agents', 'change', 'web', '--role', 'Dev'],
    ['agents', 'remove', 'web'],
  ])('is not called unknown by %s %s', async (...words) => {
    const { code, err } = await project.run(...words);
    expect([code, err]).toEqual([1, expect.stringContaining('AGENTS.md:7: the agent is inside an unresolved merge conflict (got "web")')]);
    expect(err).toContain(`To keep both sides: cstack settle ${project.path('AGENTS.md')}`);
    expect(project.read('AGENTS.md')).toBe(agents);
  });

  it('does not prevent adding another agent', async () => {
    const { code, err } = await project.run('agents', 'add', 'doc', '--role', 'Dev', '--stack', './doc/.cstack/');
    expect([code, err]).toEqual([0, '']);
  });
});
