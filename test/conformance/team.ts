import fs from 'node:fs';
import path from 'node:path';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { addProject, PROJECT_QUEUE, TeamStore, TeamWork, teamProtocol } from '../../src/engine/team/index.ts';
import { addTask } from '../../src/engine/team/queue/new-task.ts';
import { watchOpened } from './opened.ts';
import type { Protocol, RoundTrip } from './protocol.ts';

const runtime = nodeRuntime({});
const FILE = 'projects/queue.md';

async function withWork<T>(root: string, doIt: (work: TeamWork) => Promise<T>): Promise<T> {
  const store = TeamStore.open(runtime, root);
  try {
    return await doIt(new TeamWork(store, 'UTC'));
  } finally {
    await store.edits.whenIdle();
  }
}

/** Dispatches a task; the first makes the project, which somebody else may do at the same moment. */
async function dispatch(work: TeamWork, title: string): Promise<void> {
  work.store.refresh();
  if (!work.store.projects.has('queue')) {
    try {
      await addProject(work.store, 'queue', '2026-03-28');
    } catch (error) {
      if (!(error instanceof CortexError && error.code === 'already-exists')) throw error;
    }
    work.store.refresh();
  }
  await work.dispatch('queue', { title, scope: '' });
}

/** A task is blocked, and can go on again. */
function queue(what: string, project: string, file: string, text: string): RoundTrip {
  return {
    what: `a work queue ${what}`,
    file,
    text,
    there: async (root) => {
      fs.writeFileSync(path.join(root, path.dirname(file), `${path.basename(path.dirname(file))}.md`), '---\nname: Dev\n---\n');
      await withWork(root, async (work) => {
        const [task] = work.requireProject(project).tasks;
        await work.block(project, { id: task?.id ?? '' }, 'nobody is there');
        await work.block(project, { id: task?.id ?? '' }, '');
      });
    },
  };
}

const TASK = '### 2026-03-28T14:30\n**Task:** First\n* Mood: calm\n**Status:** ready\n**X-Key:**  kept \n\n#### Notes\nBe brief.\n';
const NOTE = `---\n# ours\ntype: project\nx-key: [1,  2]\n---\n# Queue\nProse.\n\n## Work Queue\n\n${TASK}\n## Other\n- [ ] not a task\n`;

/** Tasks in the work queue of a project. */
export const team: Protocol = {
  name: 'team',
  file: FILE,
  broken: Buffer.concat([Buffer.from('---\ntype: project\n---\n## Work Queue\n'), Buffer.of(0xff, 0xfe)]),
  begin: (root) => {
    for (const folder of ['projects', 'agents/dev']) fs.mkdirSync(path.join(root, folder), { recursive: true });
  },
  open: async (root) => {
    const store = TeamStore.open(runtime, root);
    const work = new TeamWork(store, 'UTC');
    return {
      said: async () => {
        store.refresh();
        return (store.projects.get('queue')?.tasks ?? []).map(({ title }) => title);
      },
      say: (word) => dispatch(work, word),
      close: () => store.edits.whenIdle(),
    };
  },
  unknown: '**Mood:** calm',
  byHand: (text, word) =>
    `${text ?? '---\ntype: project\n---\n## Work Queue\n'}\n### 2026-03-29T10:00\n**Task:** ${word}\n**Status:** ready\n**Mood:** calm\n`,
  edit: (root) =>
    withWork(root, (work) =>
      work.editNote(FILE, (text) => addTask(text, PROJECT_QUEUE, { heading: '2026-03-29T11:00', title: 'ours', scope: '' })),
    ),
  roundTrips: [
    queue('with prose, unknown fields and comments', 'queue', FILE, NOTE),
    queue('with CRLF and a byte order mark', 'queue', FILE, `\uFEFF${NOTE}`.replaceAll('\n', '\r\n')),
    queue(
      'of an agent, without a line break at its end',
      'dev',
      'agents/dev/tasks.md',
      '# Tasks\n\n## First\n**Status:** ready\n\nText  \n\n## Second',
    ),
  ],
  escapes: [
    {
      what: 'a link in the place of a note',
      attempt: (root, outside) => {
        fs.symlinkSync(path.join(outside, 'file'), path.join(root, FILE));
        return withWork(root, (work) => work.editNote(FILE, (text) => `${text}out`));
      },
    },
    {
      what: 'a link in the place of the folder of projects',
      attempt: async (root, outside) => {
        fs.rmdirSync(path.join(root, 'projects'));
        fs.symlinkSync(outside, path.join(root, 'projects'));
        return withWork(root, (work) => dispatch(work, 'out'));
      },
    },
    {
      what: 'a link in the place of .local',
      attempt: (root, outside) => {
        fs.symlinkSync(outside, path.join(root, '.local'));
        return withWork(root, (work) => dispatch(work, 'out'));
      },
    },
  ],
  watch: (root, changed) => watchOpened(teamProtocol, { named: root }, changed),
};
