import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { registerAgent } from '../../../../src/engine/team/members.ts';
import { finishTask, reopenTask } from '../../../../src/engine/team/queue/moves.ts';
import { AGENT_QUEUE } from '../../../../src/engine/team/queue/queue.ts';
import { TeamStore } from '../../../../src/engine/team/team-store.ts';
import { TeamWork } from '../../../../src/engine/team/work.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const slug = 'web';

it('registering an agent in the later layout creates a queue that accepts tasks', async () => {
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, 'agents/ann'), { recursive: true });
  fs.writeFileSync(path.join(root, 'agents/ann/ann.md'), '---\nname: Ann\n---\n');
  const store = TeamStore.open(nodeRuntime({}), root);
  const bob = { name: 'Bob', project: '', role: '', projects: [], capabilities: [], joined: '2026-04-13' };
  const { made } = await registerAgent(store, bob);
  const work = new TeamWork(store, 'UTC');
  await work.dispatch('bob', { title: 'A thing', scope: '' });
  expect(made).toEqual(['agents/bob/bob.md', 'agents/bob/tasks.md']);
  expect(fs.readFileSync(path.join(root, 'agents/bob/tasks.md'), 'utf8')).toBe('## A thing\n**Status:** ready\n');
  await work.store.edits.whenIdle();
});

it('a reopened task contains its earlier summary once', () => {
  const queue = '## A thing\n**Status:** in-progress\n\n## Another\n**Status:** ready\n';
  const done = finishTask(queue, { shape: AGENT_QUEUE, slug }, { id: 'a-thing' }, { agent: 'ann', at: '2026-04-13T12:00' }, 'It is there');
  expect(done).toContain('### Summary\nIt is there\n');
  expect(reopenTask(done, { shape: AGENT_QUEUE, slug }, { id: 'a-thing' })).toBe(
    '## A thing\n**Status:** ready\n**Earlier summary:** It is there\n\n## Another\n**Status:** ready\n',
  );
});
