import { escapeLockPath, type HeldFileChange, HeldFilesWatch, listHeldFiles, listRunningSessions } from '../engine/swarm/index.ts';
import { cut } from '../engine/text/cut.ts';
import { fenced, moment } from '../engine/text/foreign-data.ts';
import type { Action } from './action.ts';
import type { Actor, HookContext, ToolUse } from './hook-context.ts';
import { mayWrite, workplaceTest } from './refusal.ts';

const holdersIn = ({ runtime, place, reading }: HookContext) => ({
  holds: (agent: string, file: string) => reading.holders(escapeLockPath(file)).some(({ agentId }) => agentId === agent),
  hasHooks: (agent: string) => listRunningSessions(runtime, place.root).some((session) => session.agent === agent),
});

/** Before a tool that may write: compares a watch that is left under the same run id, and records the state of files that others hold. */
export async function beforeTool({ who: { agent, key }, run, actions, vendor }: ToolUse, scene: HookContext): Promise<void> {
  if (key === null) return;
  const { runtime, place, reading } = scene;
  const watch = new HeldFilesWatch(runtime, place.root);
  const holders = holdersIn(scene);
  await watch.end(key, run, holders);
  if (agent !== null) await watch.ofHolder({ agent, session: key, tree: place.tree }, 'before', holders);
  const command = commandOf(actions);
  if (command !== null) {
    const worksIn = workplaceTest(scene);
    const held = listHeldFiles(runtime.fs, place.tree, reading, ({ agentId }) => agentId !== agent && worksIn(agentId, place.tree));
    // The agent may change files that it holds together with others.
    const others = held.filter(({ path }) => !reading.holders(escapeLockPath(path)).some(({ agentId }) => agentId === agent));
    await watch.begin({ session: key, run, agent, vendor, command, tree: place.tree }, others);
  }
}

/** After a tool. @returns the text about files that changed while it ran, and about changes to the agent's own files */
export async function afterTool(use: ToolUse, scene: HookContext): Promise<string | null> {
  const { agent, key } = use.who;
  if (key === null) return null;
  const watch = new HeldFilesWatch(scene.runtime, scene.place.root);
  const holders = holdersIn(scene);
  const found = await watch.end(key, use.run, holders, use.actions.some(mayRunOn));
  // If the tool only read, any change is that of another process and must not be recorded as the holder's own.
  if (agent !== null && mayWrite(use, scene)) await watch.ofHolder({ agent, session: key, tree: scene.place.tree }, 'after', holders);
  return joined(ownText(found), agent === null ? null : await reportChanges(agent, scene));
}

/** When a session stops: compares all of its remaining watches, and removes unreferenced copies. */
export async function afterSession({ agent, key }: Actor, scene: HookContext): Promise<string | null> {
  if (key === null) return null;
  const watch = new HeldFilesWatch(scene.runtime, scene.place.root);
  const found = await watch.end(key, undefined, holdersIn(scene));
  watch.sweep();
  return joined(ownText(found), agent === null ? null : await reportChanges(agent, scene));
}

/** Returns the text about changes to an agent's files that were not reported to it yet. */
export async function reportChanges(agent: string, { runtime, place }: Pick<HookContext, 'runtime' | 'place'>): Promise<string | null> {
  const { records } = new HeldFilesWatch(runtime, place.root);
  const news = records.changes().filter(({ holder, isTold }) => holder === agent && !isTold);
  for (const change of news) await records.putChange({ ...change, isTold: true });
  return holderText(news);
}

function joined(...texts: readonly (string | null)[]): string | null {
  const said = texts.filter((text) => text !== null);
  return said.length === 0 ? null : said.join('\n');
}

/** Returns the command lines and the code that run, or else the name of a tool that is not known; `null` if all writes are declared. */
function commandOf(actions: readonly Action[]): string | null {
  const lines = actions.flatMap((action) => {
    if (action.kind === 'code') return [action.code];
    return action.kind === 'shell' ? [action.line] : [];
  });
  const tools = actions.flatMap((action) => (action.kind === 'other' ? [`tool ${action.tool}`] : []));
  const texts = lines.length > 0 ? lines : tools;
  return texts.length === 0 ? null : texts.join('\n');
}

/** Programs that start others and do not wait for them. */
const STARTERS =
  /\b(?:nohup|setsid|disown|daemonize|start-stop-daemon|systemd-run|coproc|at|batch|screen|tmux|start-(?:process|job|threadjob))(?:\s|$)/i;
/** A single `&` that is no part of a redirection or another operator. */
const AND = /(?:^|[^&<>|\\])&(?![&>])/;

/** Returns whether what an action starts may run after its tool has ended. In doubt it may: then its files are only compared more often. */
const mayRunOn = (action: Action): boolean =>
  action.kind === 'shell' && (action.isBackground || AND.test(action.line) || STARTERS.test(action.line));

const MAX_LENGTH = 200;
const MAX_LISTED = 5;

const shown = (changes: readonly HeldFileChange[]) =>
  changes.slice(0, MAX_LISTED).map(({ id, path, what, holder, agent, command, from, to }) => ({
    change: id,
    path: cut(path, MAX_LENGTH),
    what,
    holder: cut(holder, MAX_LENGTH),
    by: cut(agent ?? 'unknown', MAX_LENGTH),
    command: cut(command, MAX_LENGTH),
    from: moment(from),
    to: moment(to),
  }));

/** Returns the text for the agent whose command ran. */
function ownText(changes: readonly HeldFileChange[]): string | null {
  if (changes.length === 0) return null;
  const said =
    'Files that other agents hold changed while your command ran. If your command changed them, notify their holders (tool message). Do not change the files again: a copy from before is kept, and the holder or a person decides (cortex lock changes).';
  return `${said}\n${fenced(shown(changes))}`;
}

function holderText(changes: readonly HeldFileChange[]): string | null {
  if (changes.length === 0) return null;
  const said =
    'Files that you hold changed while a command of another agent ran. Check them before you continue. To see the previous content: cortex lock changes. To restore it: cortex lock resolve CHANGE --restore --by YOU.';
  return `${said}\n${fenced(shown(changes))}`;
}
