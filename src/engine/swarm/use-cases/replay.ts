import { resolveLocalFolder } from '../../crtx/local-folder.ts';
import { findProjectRoot } from '../../crtx/root.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { toManifest } from '../projection.ts';
import { listChanges } from '../replay/change-list.ts';
import type { ChangeQuery } from '../replay/change-page.ts';
import { type Cursor, decodeCursor } from '../replay/cursor.ts';
import { crossedRangeError, type Moment, parseMoment } from '../replay/moment.ts';
import { stateAt } from '../replay/past.ts';
import type { ReplayInput, ReplayOutput } from '../schemas/replay.ts';
import { locksAt, readState, unresponsiveAgents } from './status.ts';

const isoTime = (time: number): string => new Date(time).toISOString();

/** Returns a swarm as it was at a moment, or its changes between two. Reads only the log, so a read-only log is enough. */
export async function replaySwarm(
  { runtime, directory, exactDirectory }: Pick<OperationContext, 'runtime' | 'directory' | 'exactDirectory'>,
  { at, from, to, after, before, limit }: ReplayInput,
): Promise<Outcome<ReplayOutput>> {
  const root = findProjectRoot(runtime.fs, directory, exactDirectory);
  const log = resolveLocalFolder(runtime.fs, root, 'swarm');
  const moment = (text: string): Moment => parseMoment(text, runtime.clock.now());
  if (at !== undefined) {
    if ((from ?? to ?? after ?? before) !== undefined) throw bothAsked();
    const { state, at: shown, problems } = stateAt(runtime, log, moment(at));
    const manifest = toManifest(state, shown.time);
    const status = readState(state.swarm, manifest, shown.time);
    const locks = locksAt(state.locks, shown.time, unresponsiveAgents(state.swarm, manifest, shown.time));
    return { ok: true, output: { moment: { ...shown, at: isoTime(shown.time) }, ...status, ...locks }, warnings: problems };
  }
  const cursor = (text: string | undefined): Cursor | null => (text === undefined ? null : decodeCursor(text));
  const query = { from: from === undefined ? null : moment(from), to: to === undefined ? null : moment(to), limit };
  requireOrder(query);
  const { problems, ...page } = listChanges(runtime, log, { ...query, after: cursor(after), before: cursor(before) });
  return {
    ok: true,
    output: { ...page, changes: page.changes.map((change) => ({ ...change, at: isoTime(change.time) })) },
    warnings: problems,
  };
}

/** Checks the order even without a log. @throws CortexError `invalid-input` */
function requireOrder({ from, to }: Pick<ChangeQuery, 'from' | 'to'>): void {
  if (from === null || to === null) return;
  const isLater = 'time' in from ? 'time' in to && from.time > to.time : 'ordinal' in to && from.ordinal > to.ordinal;
  if (isLater) throw crossedRangeError(from, to);
}

function bothAsked(): CortexError {
  return new CortexError('invalid-input', 'a state and changes cannot be combined', {
    allowed: 'either --at, or --from, --to, --after and --before',
    next: 'Run the command once for each.',
  });
}
