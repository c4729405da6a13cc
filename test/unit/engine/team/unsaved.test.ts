import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { TeamStore, TeamWork, type UnsavedTexts } from '../../../../src/engine/team/index.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const QUEUE = '## Work Queue\n\n### 2026-03-28T09:00\n**Task:** Typed\n**Status:** ready\n';
const AGENT = '---\nname: Dev\nstatus: active\nlast-heartbeat: "2026-03-28T08:00"\n---\n## Projects\n- p\n';

/** Creates a team with some notes open in an editor. @param typed their unsaved text by path */
function teamWithTyped(typed: Map<string, string>) {
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, 'agents'));
  fs.mkdirSync(path.join(root, 'projects'));
  fs.writeFileSync(path.join(root, 'agents', 'dev.md'), AGENT);
  fs.writeFileSync(path.join(root, 'projects', 'p.md'), QUEUE.replace('Typed', 'Saved'));
  const unsaved: UnsavedTexts = {
    text: (file) => typed.get(file) ?? null,
    edit: async (file, change) => void typed.set(file, change(typed.get(file) ?? '')),
  };
  return { root, work: new TeamWork(TeamStore.open(nodeRuntime({}), root), 'UTC', unsaved) };
}

test('a move changes the unsaved text of a note, and not its file', async () => {
  const typed = new Map([['projects/p.md', QUEUE]]);
  const { root, work } = teamWithTyped(typed);
  const { task } = await work.claim('p', 'dev', { id: '2026-03-28T09:00', title: 'Typed' });
  expect(task).toMatchObject({ state: 'in-progress', agent: 'dev' });
  expect(typed.get('projects/p.md')).toMatch(/\*\*Task:\*\* Typed\n\*\*Status:\*\* in-progress\n\*\*Agent:\*\* dev\n/);
  await work.dispatch('p', { title: 'Next', scope: '' });
  expect(typed.get('projects/p.md')).toContain('**Task:** Next');
  await work.store.edits.whenIdle();
  expect(fs.readFileSync(path.join(root, 'projects', 'p.md'), 'utf8')).toBe(QUEUE.replace('Typed', 'Saved'));
  expect(work.store.edits.problems).toEqual([]);
});

test('a task that was removed from the unsaved text is not found, although the file contains it', async () => {
  const { work } = teamWithTyped(new Map([['projects/p.md', QUEUE]]));
  await expect(work.claim('p', 'dev', { id: '2026-03-28T09:00', title: 'Saved' })).rejects.toThrow('was moved or removed');
  await work.store.edits.whenIdle();
});

test('a heartbeat is written to the unsaved text of a note', async () => {
  const typed = new Map([['agents/dev.md', AGENT]]);
  const { root, work } = teamWithTyped(typed);
  const time = await work.heartbeat('dev');
  expect(typed.get('agents/dev.md')).toMatch(new RegExp(`last-heartbeat: "?${time}`));
  await work.store.edits.whenIdle();
  expect(fs.readFileSync(path.join(root, 'agents', 'dev.md'), 'utf8')).toBe(AGENT);
});
