import { escapeLockPath, type HeldFileChange, HeldFilesWatch, heldFiles, sessionsOf } from '../engine/swarm/index.ts';
import { cut } from '../engine/text/cut.ts';
import { fenced, moment } from '../engine/text/fenced.ts';
import type { Action } from './action.ts';
import { mayWrite, workplaces } from './refusal.ts';
import type { Scene, ToolUse, Who } from './scene.ts';

const holdersIn = ({ runtime, place, reading }: Scene) => ({
  holds: (agent: string, file: string) => reading.holders(escapeLockPath(file)).some(({ agentId }) => agentId === agent),
  hasHooks: (agent: string) => sessionsOf(runtime, place.root).some((session) => session.agent === agent),
});

/** Before a tool that may write: compares what is left of earlier tools of the session, and notes what others hold. */
export async function beforeTool({ who: { agent, key }, run, actions, vendor }: ToolUse, scene: Scene): Promise<void> {
  if (key === null) return;
  const { runtime, place, reading } = scene;
  const watch = new HeldFilesWatch(runtime, place.root);
  const holders = holdersIn(scene);
  await watch.end(key, run, holders);
  if (agent !== null) await watch.ofHolder({ agent, session: key, tree: place.tree }, 'before', holders);
  const command = commandOf(actions);
  if (command !== null) {
    const worksIn = workplaces(scene);
    const held = heldFiles(runtime.fs, place.tree, reading, ({ agentId }) => agentId !== agent && worksIn(agentId, place.tree));
    // What the agent shares with others it may change.
    const others = held.filter(({ path }) => !reading.holders(escapeLockPath(path)).some(({ agentId }) => agentId === agent));
    await watch.begin({ session: key, run, agent, vendor, command, tree: place.tree }, others);
  }
}

/** After a tool. @returns what the agent is told of files that it, or what ran at the same time, changed, and of its own files */
export async function afterTool(use: ToolUse, scene: Scene): Promise<string | null> {
  const { agent, key } = use.who;
  if (key === null) return null;
  const watch = new HeldFilesWatch(scene.runtime, scene.place.root);
  const holders = holdersIn(scene);
  const found = await watch.end(key, use.run, holders);
  // What only read has changed nothing: what is new is somebody else's.
  if (agent !== null && mayWrite(use, scene)) await watch.ofHolder({ agent, session: key, tree: scene.place.tree }, 'after', holders);
  return joined(ownText(found), agent === null ? null : await newsFor(agent, scene));
}

/** When a session stops: all that it has left is compared, and copies that nobody needs are removed. */
export async function afterAll({ agent, key }: Who, scene: Scene): Promise<string | null> {
  if (key === null) return null;
  const watch = new HeldFilesWatch(scene.runtime, scene.place.root);
  const found = await watch.end(key, undefined, holdersIn(scene));
  watch.sweep();
  return joined(ownText(found), agent === null ? null : await newsFor(agent, scene));
}

/** What an agent is told of changes of its files of which it has not heard. */
export async function newsFor(agent: string, { runtime, place }: Pick<Scene, 'runtime' | 'place'>): Promise<string | null> {
  const { records } = new HeldFilesWatch(runtime, place.root);
  const news = records.changes().filter(({ holder, isTold }) => holder === agent && !isTold);
  for (const change of news) await records.putChange({ ...change, isTold: true });
  return holderText(news);
}

function joined(...texts: readonly (string | null)[]): string | null {
  const said = texts.filter((text) => text !== null);
  return said.length === 0 ? null : said.join('\n');
}

/** The line that is run; `null` for a tool that says which files it writes. */
function commandOf(actions: readonly Action[]): string | null {
  const lines = actions.flatMap((action) => (action.kind === 'shell' ? [action.line] : []));
  return lines.length === 0 ? null : lines.join('\n');
}

const LONGEST = 200;
const MOST_LISTED = 5;

const shown = (changes: readonly HeldFileChange[]) =>
  changes.slice(0, MOST_LISTED).map(({ id, path, what, holder, agent, command, from, to }) => ({
    ...{ change: id, path: cut(path, LONGEST), what, holder: cut(holder, LONGEST), by: cut(agent ?? 'unknown', LONGEST) },
    ...{ command: cut(command, LONGEST), from: moment(from), to: moment(to) },
  }));

/** What the agent is told whose command ran. */
function ownText(changes: readonly HeldFileChange[]): string | null {
  if (changes.length === 0) return null;
  const said =
    'While your command ran, files changed that other agents hold. If your command did it, tell their holders (tool message). Do not change the files again: what was there before is kept, and the holder or a person decides (cortex lock changes).';
  return `${said}\n${fenced(shown(changes))}`;
}

function holderText(changes: readonly HeldFileChange[]): string | null {
  if (changes.length === 0) return null;
  const said =
    'Files that you hold changed while a command of another agent ran. Look at them before you go on. To see what was there before: cortex lock changes. To put it back: cortex lock resolve CHANGE --restore --by YOU.';
  return `${said}\n${fenced(shown(changes))}`;
}
