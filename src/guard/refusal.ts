import { statSync } from 'node:fs';
import { CortexError } from '../engine/platform/errors.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import { refusedPaths, rememberRefused, sessionsOf } from '../engine/swarm/index.ts';
import { type Asking, decide, type Verdict } from './decide.ts';
import { intentOf } from './intent.ts';
import { Places } from './places.ts';
import { refusalText } from './refusals.ts';
import type { Scene, ToolUse } from './scene.ts';

const MOST_READY = 3;

/** The decision before a tool runs. */
interface Decided {
  /** Why the tool is refused; `null` if it is allowed. */
  readonly reason: string | null;
  /** The kinds of the actions, and of a refusal, which name this run in the cache of compiled code. */
  readonly kinds: readonly string[];
  /** Whether it may write anything. */
  readonly mayWrite: boolean;
}

/** Decides whether a tool may run. */
export async function refusal(use: ToolUse, scene: Scene): Promise<Decided> {
  const { key, agent } = use.who;
  const { verdict, ...found } = verdictOn(use, scene);
  const kinds = use.actions.map(({ kind }) => kind);
  if (verdict.allowed) return { reason: null, kinds, ...found };
  if (verdict.why === 'held' && key !== null) await remember(scene.runtime, scene.place.root, key, verdict.paths);
  return { reason: refusalText(verdict, agent, scene.reading.readyTasks(MOST_READY)), kinds: [...kinds, 'refused'], ...found };
}

/** Remembers refused paths. The refusal holds even if they cannot be written. */
async function remember(runtime: Runtime, root: string, key: string, paths: readonly string[]): Promise<void> {
  try {
    await rememberRefused(runtime, root, key, paths);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
  }
}

function verdictOn({ who: { agent, key }, actions }: ToolUse, scene: Scene): { readonly verdict: Verdict; readonly mayWrite: boolean } {
  const { runtime, environment, place, reading } = scene;
  const locks = reading.locks();
  const places = new Places(runtime.fs, place, reading, environment.HOME ?? environment.USERPROFILE);
  const asking: Asking = {
    agent,
    refused: key === null ? [] : refusedPaths(runtime, place.root, key).map(({ path }) => path),
    worksIn: workplaces(scene),
  };
  let writes = false;
  for (const action of actions) {
    const intent = intentOf(action, { places, environment, look });
    writes ||= intent.mayWrite;
    const verdict = decide(intent, { holders: (path) => reading.holders(path), all: () => locks }, asking);
    if (!verdict.allowed) return { verdict, mayWrite: writes };
  }
  return { verdict: { allowed: true }, mayWrite: writes };
}

/** Returns whether a tool may write anything. */
export function mayWrite({ actions }: ToolUse, { runtime, environment, place, reading }: Scene): boolean {
  const places = new Places(runtime.fs, place, reading, environment.HOME ?? environment.USERPROFILE);
  return actions.some((action) => intentOf(action, { places, environment, look }).mayWrite);
}

/** Returns a test for whether an agent may work in a working tree: unless all of its sessions are known to be in other trees. */
export function workplaces({ runtime, place: { root } }: Pick<Scene, 'runtime' | 'place'>): Asking['worksIn'] {
  let sessions: ReturnType<typeof sessionsOf> | null = null;
  return (agent, tree) => {
    sessions ??= sessionsOf(runtime, root);
    const own = sessions.filter((each) => each.agent === agent);
    return own.length === 0 || own.some((each) => each.tree === tree);
  };
}

function look(file: string): ReturnType<Parameters<typeof intentOf>[1]['look']> {
  const stat = statOf(file);
  if (stat === undefined) return null;
  return stat.isDirectory() ? 'folder' : 'file';
}

function statOf(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
