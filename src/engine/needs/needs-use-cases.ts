import os from 'node:os';
import { CortexError, describeError, withWarningsAdded } from '../platform/errors.ts';
import type { Need } from '../platform/need.ts';
import type { OperationContext, Outcome } from '../platform/operation.ts';
import type { Protocol, ProtocolLocation } from '../platform/protocol.ts';
import { type NamedPlaces, placeOf } from '../workspace/named-places.ts';
import { findProjectAround } from '../workspace/project-reading.ts';
import type { NeedsInput, NeedsOutput, SnoozeInput, SnoozeOutput } from './needs-schemas.ts';
import { readNeeds } from './needs-you.ts';
import { isSnoozed, readSnoozes, type Snoozes, snoozeNeed } from './snoozed.ts';

export function homeDirectory({ environment = {} }: OperationContext): string {
  return environment.HOME || environment.USERPROFILE || os.homedir();
}

/** Returns where a protocol is looked for. */
export function locationOf(context: OperationContext, places: NamedPlaces, protocol: Pick<Protocol, 'name'>): ProtocolLocation {
  const { directory: folder, environment = {} } = context;
  return { folder, home: homeDirectory(context), named: placeOf(protocol, places, folder), environment, isTrusted: true };
}

interface Found {
  readonly found: readonly Need[];
  readonly warnings: readonly string[];
}

async function needsOf(context: OperationContext, named: NamedPlaces): Promise<Found> {
  const { runtime, directory, environment = {} } = context;
  const warnings: string[] = [];
  const found = await readNeeds(
    runtime,
    { directory, home: homeDirectory(context), environment, named },
    { warn: (warning) => void warnings.push(warning) },
  );
  // Two readers may report the same about one file.
  return { found, warnings: [...new Set(warnings)] };
}

/** Reads the snoozes. A list that cannot be read snoozes nothing and gives a warning. */
export function loadSnoozes(context: OperationContext): { readonly snoozes: Snoozes; readonly warnings: readonly string[] } {
  try {
    return { snoozes: readSnoozes(context.runtime, homeDirectory(context)), warnings: [] };
  } catch (error) {
    if (error instanceof CortexError) return { snoozes: new Map(), warnings: [describeError(error)] };
    throw error;
  }
}

/** Returns the `--root` that makes commands work from the current folder; their paths are relative to it. */
function rootsOf({ runtime, directory, exactDirectory }: OperationContext): NeedsOutput['roots'] {
  const project = findProjectAround(runtime, directory);
  const isHere = project === null || (!exactDirectory && runtime.fs.realpathSync(directory) === project.tree);
  return { project: isHere ? null : project.root, others: exactDirectory ? directory : null };
}

/** Lists the items that wait for a person. `ok` is true even when there are some. */
export async function listNeeds(context: OperationContext, { all, limit, team, vault }: NeedsInput): Promise<Outcome<NeedsOutput>> {
  const now = context.runtime.clock.now();
  const { snoozes, warnings } = loadSnoozes(context);
  const { found, warnings: further } = await needsOf(context, { team, vault });
  const wanted = all ? found : found.filter((need) => !isSnoozed(need, snoozes, now));
  const shown = wanted.slice(0, limit).map(({ actions, otherCommands, ...need }) => ({
    ...need,
    ...(otherCommands !== undefined && { otherCommands: [...otherCommands] }),
    snoozed: isSnoozed(need, snoozes, now),
    actions: actions.map(({ asks, input, ...action }) => ({ ...action, input: { ...input }, asks: [...asks] })),
  }));
  const counts = { more: wanted.length - shown.length, snoozed: found.length - wanted.length };
  return { ok: true, output: { needs: shown, ...counts, roots: rootsOf(context) }, warnings: [...warnings, ...further] };
}

/** Snoozes an item. @throws CortexError `not-found` for an item that does not wait */
export async function snooze(context: OperationContext, { id, for: ms, team, vault }: SnoozeInput): Promise<Outcome<SnoozeOutput>> {
  const { found, warnings } = await needsOf(context, { team, vault });
  try {
    const need = found.find((each) => each.id === id);
    if (need === undefined)
      throw new CortexError('not-found', 'no item of Needs You has this id', { value: id, next: 'List the items: cortex needs-you --all' });
    const until = context.runtime.clock.now() + ms;
    await snoozeNeed(context.runtime, homeDirectory(context), need, until);
    return { ok: true, output: { id, title: need.title, until: ms === 0 ? null : until }, warnings };
  } catch (error) {
    throw withWarningsAdded(error, warnings);
  }
}
