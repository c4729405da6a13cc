import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cstack } from '../../../../src/engine/index.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import type { Runtime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { once } from '../../../support/mutex-folder.ts';
import { folderWith, stackRuntime } from '../../../support/stack-project.ts';

const FILE = '.cstack/PLAN.md';
const planIn = (root: string) => fs.readFileSync(path.join(root, FILE), 'utf8');

/** Creates a runtime in which another program writes a plan after ours was read and before it is replaced. */
function whileOther(root: string, text: string): Runtime {
  const write = once(() => fs.writeFileSync(path.join(root, FILE), text));
  const linkSync: Runtime['fs']['linkSync'] = (from, to) => {
    if (from === path.join(root, FILE)) write();
    nodeFileSystem.linkSync(from, to);
  };
  return { ...stackRuntime, fs: { ...nodeFileSystem, linkSync } };
}

describe('plan edits of the library', () => {
  it('add, start, block, unblock, complete and move a task, and return its new state', async () => {
    const root = folderWith({ '.cstack/': '' });
    expect(await cstack.addTask(root, { title: 'First', id: 'a' })).toMatchObject({ changed: true, task: { number: 1, id: 'a', line: 2 } });
    const [second, started] = [await cstack.addTask(root, { title: 'Second' }), await cstack.startTask(root, 'a')];
    expect([second.task.number, started]).toMatchObject([2, { started: true, task: { status: 'in progress' } }]);
    expect(await cstack.blockTask(root, 'a', 'no key')).toMatchObject({ task: { status: 'blocked' } });
    expect(planIn(root)).toBe('## Tasks\n- [!] First (id: a) | blocked: no key\n- [ ] Second\n');
    expect(await cstack.startTask(root, 'a')).toMatchObject({ started: false, task: { status: 'blocked' } });
    expect(await cstack.unblockTask(root, 'a')).toMatchObject({ changed: true, task: { status: 'pending' } });
    expect(await cstack.completeTask(root, 'a')).toMatchObject({ changed: true, task: { status: 'completed' } });
    const moved = await cstack.moveTask(root, 'second', { where: 'before', task: 'a' });
    expect(moved).toMatchObject({ changed: true, task: { number: 1, title: 'Second' } });
    expect(planIn(root)).toBe('## Tasks\n- [ ] Second\n- [x] First (id: a)\n');
  });

  it('renew the dates of a completed task, in their form, and write none where there is none', async () => {
    const lines = ['- [ ] P1: Big #x | modified: 2020-01-01', '- [>] Two | completed: 2020-01-01T10:00:00Z | reason: a | b', '- [ ] Three'];
    const root = folderWith({ [FILE]: `## Tasks\n${lines.join('\n')}\n` });
    for (const number of ['1', '2', '3']) await cstack.completeTask(root, number);
    const text = planIn(root);
    expect(text).not.toContain('2020');
    expect(text).toMatch(/^- \[x\] P1: Big #x \| modified: \d{4}-\d\d-\d\d$/m);
    expect(text).toMatch(/^- \[x\] Two \| completed: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ \| reason: a \| b$/m);
    expect(text).toMatch(/^- \[x\] Three$/m);
  });

  it('are rejected without a stack, and create none', async () => {
    const root = temporaryFolder();
    await expect(cstack.addTask(root, { title: 'x' })).rejects.toMatchObject({ code: 'not-found' });
    expect(fs.readdirSync(root)).toEqual([]);
  });

  it('remove the reason when a blocked task is completed or blocked again', async () => {
    const root = folderWith({ [FILE]: '- [!] a | blocked: one\n- [!] b | blocked: two (id: b)\n' });
    await Promise.all([cstack.completeTask(root, 'a'), cstack.blockTask(root, 'b', 'three')]);
    expect(planIn(root)).toBe('- [x] a\n- [!] b | blocked: three (id: b)\n');
    await cstack.blockTask(root, 'b');
    expect(planIn(root)).toBe('- [x] a\n- [!] b | blocked: three (id: b)\n');
  });
});

describe('a plan that others change concurrently', () => {
  it('has the intended task changed, even if its number changed', async () => {
    const root = folderWith({ [FILE]: '- [ ] a\n- [ ] b\n' });
    const other = '- [ ] new\n- [ ] a\n- [ ] b\n';
    const { task } = await cstack.completeTask(root, '2', whileOther(root, other));
    expect([task.title, task.number, planIn(root)]).toEqual(['b', 3, other.replace('[ ] b', '[x] b')]);
  });

  it('is unchanged if the task was removed from it', async () => {
    const root = folderWith({ [FILE]: '- [ ] a\n- [ ] b\n' });
    const removed = cstack.completeTask(root, '2', whileOther(root, '- [ ] a\n'));
    await expect(removed).rejects.toMatchObject({ code: 'not-found', data: { file: path.join(root, FILE) } });
    expect(planIn(root)).toBe('- [ ] a\n');
  });

  it('has a task started by one of two callers', async () => {
    const root = folderWith({ [FILE]: '- [ ] a\n' });
    const both = await Promise.all([cstack.startTask(root, 'a'), cstack.startTask(root, 'a')]);
    expect(both.map(({ started }) => started).sort()).toEqual([false, true]);
    const late = folderWith({ [FILE]: '- [ ] a\n' });
    expect(await cstack.startTask(late, 'a', whileOther(late, '- [>] a\n'))).toMatchObject({ started: false, changed: false });
  });
});
