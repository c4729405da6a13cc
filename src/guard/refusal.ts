import { statSync } from 'node:fs';
import { CortexError } from '../engine/platform/errors.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import { listRunningSessions, readRefusedPaths, recordRefusedPaths } from '../engine/swarm/index.ts';
import { type Decision, decide, type Requester } from './decide.ts';
import type { HookContext, ToolUse } from './hook-context.ts';
import { analyzeIntent } from './intent.ts';
import { LockPathFinder } from './lock-path-finder.ts';
import { refusalText } from './refusals.ts';

const MAX_READY = 3;

/** The decision before a tool runs. */
interface ToolDecision {
  /** Why the tool is refused; `null` if it is allowed. */
  readonly reason: string | null;
  /** The kinds of the actions, and of a refusal, which name this run in the cache of compiled code. */
  readonly kinds: readonly string[];
  /** Whether it may write anything. */
  readonly mayWrite: boolean;
}

/** Decides whether a tool may run. */
export async function decideToolUse(use: ToolUse, scene: HookContext): Promise<ToolDecision> {
  const { key, agent } = use.who;
  const { verdict, ...found } = decideFor(use, scene);
  const kinds = use.actions.map(({ kind }) => kind);
  if (verdict.allowed) return { reason: null, kinds, ...found };
  if (verdict.why === 'held' && key !== null) await remember(scene.runtime, scene.place.root, key, verdict.paths);
  return { reason: refusalText(verdict, agent, scene.reading.readyTasks(MAX_READY)), kinds: [...kinds, 'refused'], ...found };
}

/** Remembers refused paths. The refusal holds even if they cannot be written. */
async function remember(runtime: Runtime, root: string, key: string, paths: readonly string[]): Promise<void> {
  try {
    await recordRefusedPaths(runtime, root, key, paths);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
  }
}

function decideFor(
  { who: { agent, key }, actions }: ToolUse,
  scene: HookContext,
): { readonly verdict: Decision; readonly mayWrite: boolean } {
  const { runtime, environment, place, reading } = scene;
  const locks = reading.locks();
  const places = new LockPathFinder(runtime.fs, place, reading, environment.HOME ?? environment.USERPROFILE);
  const asking: Requester = {
    agent,
    refused: key === null ? [] : readRefusedPaths(runtime, place.root, key).map(({ path }) => path),
    worksIn: workplaceTest(scene),
  };
  let writes = false;
  for (const action of actions) {
    const intent = analyzeIntent(action, { places, environment, look });
    writes ||= intent.mayWrite;
    const verdict = decide(intent, { holders: (path) => reading.holders(path), all: () => locks }, asking);
    if (!verdict.allowed) return { verdict, mayWrite: writes };
  }
  return { verdict: { allowed: true }, mayWrite: writes };
}

/** Returns whether a tool may write anything. */
export function mayWrite({ actions }: ToolUse, { runtime, environment, place, reading }: HookContext): boolean {
  const places = new LockPathFinder(runtime.fs, place, reading, environment.HOME ?? environment.USERPROFILE);
  return actions.some((action) => analyzeIntent(action, { places, environment, look }).mayWrite);
}

/** Returns a test for whether an agent may work in a working tree: unless all of its sessions are known to be in other trees. */
export function workplaceTest({ runtime, place: { root } }: Pick<HookContext, 'runtime' | 'place'>): Requester['worksIn'] {
  let sessions: ReturnType<typeof listRunningSessions> | null = null;
  return (agent, tree) => {
    sessions ??= listRunningSessions(runtime, root);
    const own = sessions.filter((each) => each.agent === agent);
    return own.length === 0 || own.some((each) => each.tree === tree);
  };
}

function look(file: string): ReturnType<Parameters<typeof analyzeIntent>[1]['look']> {
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
