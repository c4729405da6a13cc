import path from 'node:path';
import { CortexIO, FILE_NAMES } from '../../crtx/cortex-io.ts';
import { isPerson } from '../../crtx/people.ts';
import type { SwarmStrategy, TaskNode } from '../../crtx/schema.ts';
import { quoted } from '../../crtx/shorten.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { similarWord } from '../../text/similar-word.ts';
import { namesOfManifest, type SwarmNames } from '../agents/swarm-names.ts';
import { NO_SWARM } from '../projection.ts';
import { FEW } from '../refusal.ts';
import { createOutline } from '../tasks/outline.ts';

/** The names that a command contains. */
interface Named {
  readonly agent?: string;
  readonly task?: string | undefined;
}

/**
 * Returns warnings about names that the swarm does not know. Other agents may lock and record, but an unknown name is usually a typo.
 * @param names `null` without a running swarm
 */
export function warnOfUnknownNames(names: SwarmNames | null, { agent, task }: Named): string[] {
  if (names === null) return [];
  const warnings: string[] = [];
  if (agent !== undefined && !isPerson(agent) && !names.agents.has(agent))
    warnings.push(`the swarm has no agent ${quoted(agent)}${suggestName(agent, names.agents.keys())}`);
  if (task !== undefined && !names.tasks.has(task))
    warnings.push(`there is no task ${quoted(task)} in this swarm${suggestName(task, names.tasks.keys())}`);
  return warnings;
}

function suggestName(typed: string, names: Iterable<string>): string {
  const similar = similarWord(typed, names);
  return similar === null ? '' : `; did you mean ${quoted(similar)}?`;
}

interface Plan {
  readonly strategy: SwarmStrategy;
  readonly decomposition: TaskNode;
}

/** Describes the consequence when an agent named in a plan has not joined. */
function describeAwaited(strategy: SwarmStrategy, agent: string, task: string): string {
  return strategy === 'competitive'
    ? `is a contender for task ${task}, which waits until ${agent} joins and submits a result, or is retired`
    : `is assigned task ${task}, which waits until ${agent} joins or the task is reassigned`;
}

/** Returns warnings about agents named in a new swarm's plan: tasks wait for them, and they have not joined yet. */
export function warnOfAwaitedNames({ strategy, decomposition }: Plan): string[] {
  // Only under hierarchical may an agent hold a task with subtasks; other strategies assign leaves only.
  const named = createOutline(decomposition).nodes.filter(
    ({ assignedTo, children }) => assignedTo !== undefined && (strategy === 'hierarchical' || children.length === 0),
  );
  const warnings = named.slice(0, FEW).map(({ id, assignedTo }) => {
    const agent = quoted(assignedTo ?? '');
    return `${agent} is not a member yet and ${describeAwaited(strategy, agent, quoted(id))}`;
  });
  return named.length > FEW ? [...warnings, `and ${named.length - FEW} more tasks like these`] : warnings;
}

/** Largest `swarm.crtx` that is read for this hint, in bytes. */
const MAX_BYTES = 4 * 1_048_576;

/** Returns the names in the swarm of `swarm.crtx`, for commands that do not open the swarm; `null` if they cannot be determined. */
export async function readPublishedNames(runtime: Runtime, root: string): Promise<SwarmNames | null> {
  const io = new CortexIO(root, runtime);
  try {
    if (runtime.fs.statSync(path.join(io.dir, FILE_NAMES.swarm), { bigint: true }).size > MAX_BYTES) return null;
    const manifest = (await io.inspect('swarm'))?.value.data ?? null;
    return manifest === null || manifest.id === NO_SWARM ? null : namesOfManifest(manifest);
  } catch (error) {
    // Commands that work with the file report what is wrong with it.
    if (error instanceof CortexError || systemCode(error) !== undefined) return null;
    throw error;
  }
}
