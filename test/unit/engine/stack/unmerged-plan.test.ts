import { expect, it } from 'vitest';
import { parseCurrentText } from '../../../../src/engine/stack/files/current.ts';
import { findOldTasks } from '../../../../src/engine/stack/plan/old-tasks.ts';
import { parsePlanText } from '../../../../src/engine/stack/plan/plan.ts';
import { addTask, moveTask, setStatus } from '../../../../src/engine/stack/plan/plan-edit.ts';
import { resolveStackText } from '../../../../src/engine/stack/resolve-text.ts';

const CONFLICT = '<<<<<<< HEAD\n  - [x] Left\n=======\n  - [ ] Right\n>>>>>>> feature\n';
const PLAN = `# Plan\n\n## Tasks\n- [x] One\n${CONFLICT}  more of it\n- [ ] Two (id: two)\n`;

it('a conflict in a plan contains no tasks', () => {
  expect(parsePlanText(PLAN).map(({ number, title, line }) => [number, title, line])).toEqual([
    [1, 'One', 4],
    [2, 'Two', 11],
  ]);
});

it('an edit elsewhere in the plan leaves the conflict unchanged', () => {
  expect(setStatus(PLAN, 'two', 'in progress')).toBe(PLAN.replace('- [ ] Two', '- [>] Two'));
  expect(addTask(PLAN, { title: 'Three' })).toBe(`${PLAN}- [ ] Three\n`);
  expect(addTask(`## Tasks\n- [ ] One\n${CONFLICT}`, { title: 'Two' })).toBe(`## Tasks\n- [ ] One\n- [ ] Two\n${CONFLICT}`);
  expect(() => addTask(`${PLAN}<<<<<<< HEAD\na\n=======\n`, { title: 'x', parent: 'two' })).not.toThrow();
  expect(() => addTask('<<<<<<< HEAD\n## Tasks\n=======\n', { title: 'x' })).toThrow(/unclosed/);
});

it('a task that it belongs to is neither moved nor archived', () => {
  expect(() => moveTask(PLAN, '1', { where: 'into', task: 'two' })).toThrow(/merge conflict in the lines of the task/);
  expect(moveTask(PLAN, 'two', { where: 'before', task: '1' })).toContain(CONFLICT);
  expect(findOldTasks(PLAN, { cutoff: 10, written: 0 })).toEqual([]);
  expect(findOldTasks(PLAN.replace(CONFLICT, ''), { cutoff: 10, written: 0 })).toHaveLength(1);
});

it('a conflict in CURRENT.md is ignored', () => {
  const text = `## Current Task\nLog in\n## Focus\n<<<<<<< HEAD\nHashes\n=======\nCookies\n>>>>>>> feature\n## Next Steps\n- Test\n`;
  expect(parseCurrentText(text)).toEqual({ task: 'Log in', focus: '', nextSteps: ['Test'] });
});

it('settling keeps tasks once that are equal on both sides, with equal subtasks', () => {
  const shared = '- [ ] Mail (id: mail)\n  - [ ] Text\n';
  const ours = `- [x] Login\n${shared}- [ ] Logs\n  - [ ] Levels\n`;
  const theirs = `- [>] Login\n${shared}- [ ] Logs\n  - [x] Levels\n`;
  const settled = resolveStackText('PLAN.md', `## Tasks\n<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> feature\n- [ ] End\n`);
  expect(settled).toBe(`## Tasks\n${ours}- [>] Login\n- [ ] Logs\n  - [x] Levels\n- [ ] End\n`);
  const nested = '<<<<<<< HEAD\n- [x] One\n  - [ ] Part\n=======\n  - [ ] Part\n>>>>>>> feature\n';
  expect(resolveStackText('PLAN.md', nested)).toBe('- [x] One\n  - [ ] Part\n  - [ ] Part\n');
});
