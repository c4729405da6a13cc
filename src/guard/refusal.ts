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

/** What is answered before a tool runs. */
interface Decided {
  /** Why it may not be used; `null` where it may. */
  readonly reason: string | null;
  /** What was looked at, for the cache of compiled code. */
  readonly kinds: readonly string[];
  /** Whether it may write anything. */
  readonly mayWrite: boolean;
}

/** Decides whether a tool may be used. */
export async function refusal(use: ToolUse, scene: Scene): Promise<Decided> {
  const { key, agent } = use.who;
  const { verdict, ...found } = verdictOn(use, scene);
  const kinds = use.actions.map(({ kind }) => kind);
  if (verdict.allowed) return { reason: null, kinds, ...found };
  if (verdict.why === 'held' && key !== null) await remember(scene.runtime, scene.place.root, key, verdict.paths);
  return { reason: refusalText(verdict, agent, scene.reading.readyTasks(MOST_READY)), kinds: [...kinds, 'refused'], ...found };
}

/** What cannot be kept changes nothing of the denial. */
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

/** Whether a tool may write anything. */
export function mayWrite({ actions }: ToolUse, { runtime, environment, place, reading }: Scene): boolean {
  const places = new Places(runtime.fs, place, reading, environment.HOME ?? environment.USERPROFILE);
  return actions.some((action) => intentOf(action, { places, environment, look }).mayWrite);
}

/** Whether an agent may work in a working tree: not one whose sessions are all known to be in others. */
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
