import { describe, expect, it } from 'vitest';
import { AGENT_QUEUE, PROJECT_QUEUE, parseQueue } from '../../../../src/engine/team/queue/queue.ts';
import { uniteTicks } from '../../../../src/engine/team/queue/ticks.ts';
import { resolveTeamText } from '../../../../src/engine/team/resolve-text.ts';
import { merged } from '../../../support/merged.ts';
import { projectNote, taskText } from '../../../support/team-folder.ts';

const scoped = (heading: string, title: string, scope: string) =>
  `### ${heading}\n**Task:** ${title}\n**Scope:** ${scope}\n**Status:** ready\n`;
const tasksOf = (text: string, shape = PROJECT_QUEUE) =>
  parseQueue(text, shape).map(({ id, title, state, agent, problems }) => [id, title, state, agent, problems.length]);

describe('resolveTeamText with tasks of two branches', () => {
  it('keeps both tasks of the same minute complete, with different ids', () => {
    const base = projectNote(taskText('2026-03-28T09:00', 'Before'));
    const [heading, ours, theirs] = ['2026-03-28T21:06', 'Build the parser', 'Write the guide'];
    const unmerged = merged(base, base + scoped(heading, ours, 'a'), base + scoped(heading, theirs, 'b'));
    expect(unmerged).toContain(`### ${heading}\n<<<<<<<`);
    expect(resolveTeamText(unmerged, 'project')).toEqual({
      text: `${base}${scoped(heading, ours, 'a')}\n${scoped(`${heading}:01`, theirs, 'b')}`,
      renamed: [{ title: theirs, from: heading, to: `${heading}:01` }],
      contradictions: [],
    });
  });

  it('keeps all tasks of the same minute if a conflict was committed with its markers and merged again', () => {
    const base = projectNote('');
    const heading = '2026-03-28T21:06';
    const [first, second, third] = ['One', 'Two', 'Three'].map((title) => base + scoped(heading, title, title.toLowerCase()));
    const committed = merged(base, first ?? '', second ?? '');
    const { text, renamed } = resolveTeamText(merged(base, committed, third ?? ''), 'project');
    expect(text).not.toMatch(/^[<=>]{7}/m);
    expect(tasksOf(text)).toEqual([
      [heading, 'One', 'ready', null, 0],
      [`${heading}:01`, 'Two', 'ready', null, 0],
      [`${heading}:02`, 'Three', 'ready', null, 0],
    ]);
    expect(renamed.map(({ title, to }) => [title, to])).toEqual([
      ['Two', `${heading}:01`],
      ['Three', `${heading}:02`],
    ]);
  });

  it('keeps line ends and the byte order mark, and three tasks of the same minute', () => {
    const base = `\ufeff${projectNote(scoped('2026-03-28T21:06', 'First', 'x'))}`.replaceAll('\n', '\r\n');
    const added = (title: string) => `${base}\r\n${scoped('2026-03-28T21:06:01', title, 'y').replaceAll('\n', '\r\n')}`;
    const { text: settled } = resolveTeamText(merged(base, added('Second'), added('Third')), 'project');
    expect(settled.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(settled.startsWith(added('Second'))).toBe(true);
    expect(tasksOf(settled).map(([id, title]) => [id, title])).toEqual([
      ['2026-03-28T21:06', 'First'],
      ['2026-03-28T21:06:01', 'Second'],
      ['2026-03-28T21:06:02', 'Third'],
    ]);
  });

  it('keeps a new task beside a task that one branch has claimed, which stays one task', () => {
    const base = projectNote('### 2026-03-28T09:00\n**Task:** One\n**Status:** ready\n');
    const claimed = base.replace('**Status:** ready\n', '**Status:** in-progress\n**Agent:** ann\n');
    const { text: settled } = resolveTeamText(merged(base, claimed, `${base}\n${scoped('2026-03-28T10:00', 'Two', 'x')}`), 'project');
    expect(tasksOf(settled)).toEqual([
      ['2026-03-28T09:00', 'One', 'in-progress', 'ann', 1],
      ['2026-03-28T10:00', 'Two', 'ready', null, 0],
    ]);
  });

  it('keeps one task with the fields of both branches if both have claimed it', () => {
    const base = projectNote(taskText('2026-03-28T09:00', 'One'));
    const claimedBy = (agent: string) => base.replace('**Status:** ready\n', `**Status:** in-progress\n**Agent:** ${agent}\n`);
    const { text: settled } = resolveTeamText(merged(base, claimedBy('ann'), claimedBy('bob')), 'project');
    expect(settled).toBe(claimedBy('ann').replace('**Agent:** ann\n', '**Agent:** ann\n**Agent:** bob\n'));
  });

  it('keeps both tasks in the later layout, and the later heartbeat as the last line', () => {
    const task = (title: string, text: string) => `## ${title}\n**Status:** ready\n\n${text}\n`;
    const tick = (minute: string) => `\n<!-- cortex:last-tick 2026-03-28T21:${minute} -->\n`;
    const base = task('Before', 'x') + tick('00');
    const side = (title: string, minute: string) => `${task('Before', 'x')}\n${task(title, 'y')}${tick(minute)}`;
    const { text: settled } = resolveTeamText(merged(base, side('Ours', '06'), side('Theirs', '07')), 'agent-queue');
    expect(tasksOf(settled, AGENT_QUEUE)).toEqual(
      ['Before', 'Ours', 'Theirs'].map((title) => [title.toLowerCase(), title, 'ready', null, 0]),
    );
    expect(settled.match(/last-tick \S+/g)).toEqual(['last-tick 2026-03-28T21:07']);
    expect(settled).toMatch(/\n\n<!-- cortex:last-tick 2026-03-28T21:07 -->\n$/);
  });

  it.each(['\n', '\r\n'])('unites any number of heartbeats, wherever they are (line break %j)', (eol) => {
    const tick = (minute: string) => `<!-- cortex:last-tick 2026-03-28T21:${minute} -->`;
    const other = '<!-- crew:last-tick 2026-03-28T23:00 -->';
    const lines = ['## A', '', tick('09'), `text ${tick('03')}`, '', other, '## B', tick('07'), tick('08')];
    const united = ['## A', '', 'text ', '', other, '## B', '', tick('09'), ''];
    expect(uniteTicks(lines.join(eol))).toBe(united.join(eol));
    expect(uniteTicks(united.join(eol))).toBe(united.join(eol));
  });

  it('keeps conflicting lines of the header and of other sections in their place', () => {
    const note = (status: string, action: string) =>
      projectNote(taskText('2026-03-28T09:00', 'One'))
        .replace('status: active', `status: ${status}`)
        .replace('## Work Queue', `## Next Action\n- ${action}\n\n## Work Queue`);
    const { text: settled } = resolveTeamText(merged(note('active', 'a'), note('paused', 'b'), note('done', 'c')), 'project');
    expect(settled).toBe(note('paused\nstatus: done', 'b\n- c'));
  });
});
