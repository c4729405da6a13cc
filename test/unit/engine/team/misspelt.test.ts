import { describe, expect, it } from 'vitest';
import { readAgentNote } from '../../../../src/engine/team/notes/agent-note.ts';
import { readAgentQueue, readProjectNote } from '../../../../src/engine/team/notes/project-note.ts';
import { agentNote, projectNote, TeamFolder, taskText } from '../../../support/team-folder.ts';

const TWO = taskText('2026-03-28T14:30', 'One') + taskText('2026-03-28T14:31', 'Two', 'in-progress');
const found = (text: string) => readProjectNote(text, 'p', 'projects/p.md').problems.map(({ line, message }) => `${line}: ${message}`);

describe('tasks outside of the work queue', () => {
  it('names a misspelt heading, once', () => {
    for (const heading of ['## Work Quue', '## work-queue', '# Work Queues', '### Work Queue']) {
      const text = projectNote(TWO).replace('## Work Queue', heading);
      expect(found(text)).toEqual([`6: unknown heading "${heading}", so 2 tasks below it cannot be found (expected: ## Work Queue)`]);
    }
    expect(found(projectNote().replace('Queue', 'Quue'))).toEqual(['6: unknown heading "## Work Quue" (expected: ## Work Queue)']);
    expect(found(projectNote(TWO))).toEqual([]);
  });

  it('finds tasks in any other section, unless all are done', () => {
    const below = (section: string, tasks: string) => found(`${projectNote(taskText('2026-03-28T14:00', 'Zero'))}## ${section}\n${tasks}`);
    expect(below('Later', TWO)).toEqual([
      '13: 2 tasks are outside of the section Work Queue (below "## Later"), and cannot be found (expected: ## Work Queue)',
    ]);
    expect(below('Done', taskText('2026-03-28T14:30', 'Old', 'done'))).toEqual([]);
    expect(below('Notes', '### A decision\n**Status:** accepted\n')).toEqual([]);
    expect(below('Notes', '```\n### 2026-03-28T14:30\n**Task:** x\n**Status:** ready\n```\n')).toEqual([]);
  });

  it('finds headings of tasks with a wrong number of #', () => {
    for (const marks of ['##', '####']) {
      const [line] = found(projectNote(TWO.replace('### 2026-03-28T14:31', `${marks} 2026-03-28T14:31`)));
      expect(line).toBe(`12: the heading of the task "Two" begins with ${marks}, so the task is not read (expected: ### 2026-03-28T14:31)`);
    }
    const queue = readAgentQueue(
      '# Tasks\n\n## One\n**Status:** ready\n\n# Two\n**Status:** ready\n\n### Three\n**Status:** ready\n',
      'a',
      'x',
    );
    expect(queue.problems.map(({ line, isError }) => [line, isError])).toEqual([
      [6, true],
      [9, true],
    ]);
  });

  it('is an error with a place, and dispatch refuses to add a second section', async () => {
    const folder = new TeamFolder({ 'projects/p.md': projectNote(TWO).replace('Queue', 'Quue'), 'agents/ann.md': agentNote('ann', ['p']) });
    expect(folder.store().problems).toMatchObject([{ path: 'projects/p.md', line: 6, severity: 'error' }]);
    const before = folder.read('projects/p.md');
    await expect(folder.work().dispatch('p', { title: 'New', scope: '' })).rejects.toMatchObject({
      code: 'broken-file',
      data: { file: 'projects/p.md', line: 6 },
    });
    expect(folder.read('projects/p.md')).toBe(before);
  });
});

describe('misspelt sections', () => {
  it('are errors in agent notes, and a report adds no second log', async () => {
    const text = agentNote('ann', ['p'], '## Sesion Log\nLast session: 2026-03-27\nStatus: fine\n').replace('## Projects', '## Project');
    expect(readAgentNote(text, 'ann', 'agents/ann.md').problems).toEqual([
      { line: 11, isError: true, message: 'unknown heading "## Project", so the text below it is not read (expected: ## Projects)' },
      { line: 14, isError: true, message: 'unknown heading "## Sesion Log", so the text below it is not read (expected: ## Session Log)' },
    ]);
    const folder = new TeamFolder({ 'agents/ann.md': text });
    await expect(folder.work().report('ann', { when: '2026-03-28', status: 'x' })).rejects.toThrow('unknown heading "## Sesion Log"');
    const doubled = `${text}\n## Session Log\nLast session: 2026-03-28\nStatus: new\n`;
    expect(readAgentNote(doubled, 'ann', 'agents/ann.md').problems.map(({ line }) => line)).toEqual([11, 14]);
  });

  it('are not found beside the correct one, or in other words', () => {
    const text = agentNote('ann', ['p'], '## Project\nx\n\n## Habits\ny\n');
    expect(readAgentNote(text, 'ann', 'agents/ann.md').problems).toEqual([]);
    expect(found(`${projectNote()}\n## Next Actions\n- x\n`)).toEqual([
      '9: unknown heading "## Next Actions", so the text below it is not read (expected: ## Next Action)',
    ]);
  });
});
