import { beforeEach, expect, it } from 'vitest';
import { writeFiles } from '../../support/stack-folders.ts';
import { TeamCli } from '../../support/team-cli.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

let team: TeamCli;
const dispatch = (project: string) => team.run(['dispatch', project, '--title', 'Refunds', '--scope', 'All', '--by', 'person:dev'], true);

/** Creates a team directory in the later layout, with agents that work on projects. */
function later(agents: Readonly<Record<string, readonly string[]>>): void {
  const notes = Object.entries(agents).map(
    ([slug, projects]) => [`team/agents/${slug}/${slug}.md`, agentNote(slug, [...projects])] as const,
  );
  const queues = Object.keys(agents).map((slug) => [`team/agents/${slug}/tasks.md`, ''] as const);
  writeFiles(team.home.root, {
    'team/projects/billing.md': '---\ntype: project\nstatus: active\n---\n## Notes\n',
    ...Object.fromEntries([...notes, ...queues]),
  });
}

beforeEach(() => {
  team = new TeamCli();
});

it('writes a task for a project into the queue of its agent, which its worker reads', async () => {
  later({ ann: ['billing'], bob: [] });
  const { code, out } = await dispatch('billing');
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('agents/ann/tasks.md') });
  expect((await team.run(['ready', '--agent', 'ann'])).out).toContain('Refunds');
});

it.each([
  ['several agents work', { ann: ['billing'], bob: ['billing'] }, 'several agents work on this project'],
  ['no agent works', { ann: [], bob: [] }, 'no agent works on this project'],
])('asks for the agent when %s on the project', async (_, agents, why) => {
  later(agents);
  const { code, err } = await dispatch('billing');
  expect(code).toBe(2);
  expect(err).toContain(`${why}, and in this team directory each agent has its own queue (got "billing"; allowed: ann, bob)`);
  expect(err).toContain('cortex team dispatch ann --title TITLE');
});

it('keeps the queue of a project note that has tasks', async () => {
  later({ ann: ['billing'] });
  writeFiles(team.home.root, { 'team/projects/billing.md': projectNote(taskText('2026-03-28T07:00', 'One')) });
  expect(await dispatch('billing')).toMatchObject({ code: 0, out: expect.stringContaining('projects/billing.md') });
});

it('shows removed text with the line ends of Windows without escapes', async () => {
  const old = taskText('2026-03-01T07:00', 'Old', 'done');
  writeFiles(team.home.root, {
    'team/agents/ann.md': agentNote('ann', ['p']),
    'team/projects/p.md': projectNote(old).replaceAll('\n', '\r\n'),
  });
  const { out } = await team.run(['housekeeping', '--dry-run']);
  expect(out).toContain('### 2026-03-01T07:00');
  expect(out).not.toContain('\\u{d}');
});

it('names the owner of a task file as the agent of its tasks, which name none', async () => {
  later({ ann: ['billing'] });
  const tasks = ['ready', 'in-progress', 'done'].map(
    (status) => `## Task ${status}\n\n**Status:** ${status}\n**Started:** 2026-03-28T07:00\n`,
  );
  writeFiles(team.home.root, { 'team/agents/ann/tasks.md': tasks.join('\n') });
  const { out } = await team.run(['status']);
  for (const status of ['ready', 'in-progress']) expect(out).toMatch(new RegExp(`ann +${status} +task-${status} +ann +Task ${status}`));
  const { projects } = JSON.parse((await team.run(['status', '--json'])).out);
  const queue = projects.find(({ slug }: { slug: string }) => slug === 'ann');
  expect(queue.tasks.map(({ agent }: { agent: string }) => agent)).toEqual(['ann', 'ann', 'ann']);
  for (const page of ['briefing', 'review']) {
    const text = (await team.run([page])).out;
    expect(text).toMatch(/\[Task in-progress\]\(.*\) in ann: ann since 2026-03-28T07:00/);
    expect(text).not.toContain('no agent named');
  }
});

it('says in which task file the tasks of a project are, with the command that claims one', async () => {
  later({ ann: ['billing'] });
  await dispatch('billing');
  const { code, err } = await team.run(['claim', 'billing', '--agent', 'ann']);
  expect(code).toBe(1);
  const command = 'cortex team claim ann refunds --agent ann';
  expect(err).toContain(`agents/ann/tasks.md:1 has a ready task, "Refunds": ${command}`);
  expect(await team.run(command.split(' ').slice(2))).toMatchObject({
    code: 0,
    out: expect.stringContaining('Refunds is in-progress, ann'),
  });
});

it('lists the names of all work queues if one is unknown', async () => {
  later({ ann: ['billing'] });
  const { err } = await team.run(['claim', 'dashboard', '--agent', 'ann']);
  expect(err).toContain('allowed: ann, billing');
  expect(err).toContain('List the work queues: cortex team status');
  const { out } = await team.run(['status']);
  for (const name of ['ann', 'billing']) expect(out).toMatch(new RegExp(`^${name} `, 'm'));
});
