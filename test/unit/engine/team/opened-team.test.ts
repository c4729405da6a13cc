import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { watchDirectory } from '../../../../src/engine/platform/watching.ts';
import { OpenedTeam } from '../../../../src/engine/team/live/opened-team.ts';
import { waitFor } from '../../../harness/wait.ts';
import { AGENT, configFor, PROJECT, teamFolder, writeFiles } from '../../host/team/team-folder.ts';

const TASK = '### 2026-03-28T09:00\n**Task:** First\n**Status:** ready';
const LATER = { 'agents/dev/dev.md': AGENT('Dev', '2026-03-28T10:00', 'p'), 'agents/dev/tasks.md': '## One\n**Status:** ready\n' };

/** Opens a team as the editor does: each notification is settled immediately. */
function opened(directory: string) {
  const seen = { moved: 0, changed: 0 };
  const team = new OpenedTeam(nodeRuntime({}), configFor(directory), { watch: watchDirectory });
  team.onDidChange(async () => {
    const settled = await team.readChanges();
    if (settled === 'another') seen.moved += 1;
    if (settled === 'changed') seen.changed += 1;
  });
  onTestFinished(() => team.close());
  const titles = () => [...(team.store?.projects.values() ?? [])].flatMap(({ tasks }) => tasks.map(({ title }) => title));
  return { team, titles, seen };
}

describe('opened team', () => {
  test('follows notes that are written, replaced, created and deleted', async () => {
    const root = teamFolder({ 'projects/p.md': PROJECT(TASK), 'agents/dev.md': AGENT('Dev', '2026-03-28T10:00', 'p') });
    const { team, titles } = opened(root);
    expect(titles()).toEqual(['First']);
    writeFiles(root, { 'projects/p.md': PROJECT(TASK.replace('First', 'Written')) });
    await waitFor('what was written', async () => titles().join() === 'Written');
    writeFiles(root, { 'projects/.tmp': PROJECT(TASK.replace('First', 'Replaced')) });
    fs.renameSync(path.join(root, 'projects', '.tmp'), path.join(root, 'projects', 'p.md'));
    await waitFor('what was put in its place', async () => titles().join() === 'Replaced');
    writeFiles(root, { 'projects/q.md': PROJECT(TASK), 'agents/other.md': AGENT('Other', '2026-03-28T10:00', 'q') });
    await waitFor('the new ones', async () => titles().length === 2 && team.store?.agents.size === 2);
    fs.rmSync(path.join(root, 'projects', 'p.md'));
    await waitFor('one less', async () => titles().join() === 'First');
    expect(team.watchError).toBeNull();
  });

  test('follows existing and new folders of agents in the later layout', async () => {
    const root = teamFolder(LATER);
    const { team, titles } = opened(root);
    expect(titles()).toEqual(['One']);
    writeFiles(root, { 'agents/dev/tasks.md': '## Other\n**Status:** ready\n' });
    await waitFor('what was written', async () => titles().join() === 'Other');
    writeFiles(root, { 'agents/new/new.md': AGENT('New', '2026-03-28T10:00', 'p') });
    await waitFor('who came', async () => team.store?.agents.has('new') === true);
    writeFiles(root, { 'agents/new/tasks.md': '## Hers\n**Status:** ready\n' });
    await waitFor('what is hers', async () => titles().join() === 'Other,Hers');
    fs.rmSync(path.join(root, 'agents', 'new'), { recursive: true });
    await waitFor('who left', async () => team.store?.agents.has('new') === false && titles().join() === 'Other');
  });

  test('follows folders of notes that are created after it was opened', async () => {
    const root = teamFolder({});
    const { titles } = opened(root);
    writeFiles(root, { 'projects/p.md': PROJECT(TASK) });
    await waitFor('the task', async () => titles().join() === 'First');
    writeFiles(root, { 'projects/p.md': PROJECT(TASK.replace('First', 'Second')) });
    await waitFor('its change', async () => titles().join() === 'Second');
  });

  test('reports when a missing directory appears, and when it is deleted', async () => {
    const root = teamFolder({});
    const directory = path.join(root, 'deep', 'team');
    const before = opened(directory);
    expect(before.team.store).toBeNull();
    expect(before.team.error).toBeNull();
    writeFiles(directory, { 'projects/p.md': PROJECT(TASK) });
    await waitFor('it', async () => before.seen.moved > 0);
    const { seen, titles } = opened(directory);
    expect(titles()).toEqual(['First']);
    fs.rmSync(directory, { recursive: true });
    await waitFor('that it is gone', async () => seen.moved > 0);
  });

  test('asks to be reopened when its directory is replaced, or cannot be listed', async () => {
    const root = teamFolder({ 'team/projects/p.md': PROJECT(TASK), 'other/projects/p.md': PROJECT(TASK.replace('First', 'Other')) });
    const directory = path.join(root, 'team');
    const replaced = opened(directory);
    fs.renameSync(directory, path.join(root, 'before'));
    fs.renameSync(path.join(root, 'other'), directory);
    await waitFor('that it is another', async () => replaced.seen.moved > 0);
    const listed = opened(directory);
    expect(listed.titles()).toEqual(['Other']);
    fs.rmSync(path.join(directory, 'projects'), { recursive: true });
    fs.writeFileSync(path.join(directory, 'projects'), 'a file');
    await waitFor('that nothing can be listed', async () => listed.seen.moved > 0);
    const broken = opened(directory);
    expect(broken.team.error?.data.file).toBe(path.join(directory, 'projects'));
    fs.rmSync(path.join(directory, 'projects'));
    await waitFor('that they can be again', async () => broken.seen.moved > 0);
    writeFiles(directory, { 'projects/p.md': PROJECT(TASK) });
    expect(opened(directory).titles()).toEqual(['First']);
  });

  test('ignores files that are not notes', async () => {
    const root = teamFolder({ 'projects/p.md': PROJECT(TASK), 'agents/dev.md': AGENT('Dev', '2026-03-28T10:00', 'p') });
    const { titles, seen } = opened(root);
    writeFiles(root, { 'projects/.p.md.tmp': 'x', 'agents/dev.md.new': 'x', '.local/coordinator.json': '{}', 'README.md': 'x' });
    writeFiles(root, { 'projects/p.md': PROJECT(TASK.replace('First', 'Second')) });
    await waitFor('what was written', async () => titles().join() === 'Second');
    expect(seen.moved).toBe(0);
    // A write in place truncates the file first, which may be noticed as a change of its own.
    expect(seen.changed).toBeLessThanOrEqual(2);
  });

  test('follows a note that becomes unreadable and readable again', async () => {
    const root = teamFolder({ 'projects/p.md': PROJECT(TASK) });
    const { team, titles } = opened(root);
    fs.writeFileSync(path.join(root, 'projects', 'p.md'), Buffer.from([0xff, 0xfe, 0x00]));
    await waitFor('that it is broken', async () => team.store?.problems.length === 1 && titles().length === 0);
    writeFiles(root, { 'projects/p.md': PROJECT(TASK) });
    await waitFor('that it is good', async () => team.store?.problems.length === 0 && titles().join() === 'First');
  });

  test('reports why a directory cannot be read', () => {
    const root = teamFolder({ team: 'a file' });
    expect(opened(path.join(root, 'team')).team.error?.message).toBe('not a folder');
  });
});
