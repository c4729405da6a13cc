import { hash } from 'node:crypto';
import path from 'node:path';
import { PROTOCOL_AUTHOR } from '../../crtx/people.ts';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { shortId, shortLine } from '../../crtx/shorten.ts';
import { timesInName } from '../archives/roll-plan.ts';
import { type EntryOutcome, outcomeIn } from '../differences.ts';
import { UNDECIDED } from './outcome-conflicts.ts';

/** The entries of a file, by id. */
export type Entries = ReadonlyMap<string, TimelineEntry>;

/** The merged file, and when it is merged. */
export interface MergedFile {
  /** Its name below `.cortex/`. */
  readonly name: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** The ending of an entry that the two sides of a merge ended differently. */
export interface MergedOutcome {
  readonly id: string;
  readonly ending: EntryOutcome;
  /** The conflict entry with both endings, if both sides changed the ending. */
  readonly conflict?: TimelineEntry;
}

const isPending = ({ outcome }: EntryOutcome): boolean => outcome === 'pending';
const isSame = (one: EntryOutcome, other: EntryOutcome | undefined): boolean =>
  one.outcome === other?.outcome && one.outcomeDetail === other.outcomeDetail;

/** Orders endings by the code units of the outcome, then of the detail, so that the order does not depend on the sides. */
function inOrder(one: EntryOutcome, other: EntryOutcome): [EntryOutcome, EntryOutcome] {
  const { outcome, outcomeDetail = '' } = one;
  const isFirst = outcome === other.outcome ? outcomeDetail < (other.outcomeDetail ?? '') : outcome < other.outcome;
  return isFirst ? [one, other] : [other, one];
}

/** Returns the ending if only one side set it; `undefined` if both did. */
function undisputed(ours: EntryOutcome, theirs: EntryOutcome, base: EntryOutcome | undefined): EntryOutcome | undefined {
  // A removed ending is restored, as any other change by another program.
  if (isPending(ours) !== isPending(theirs)) return isPending(ours) ? theirs : ours;
  if (ours.outcome === theirs.outcome && ours.outcomeDetail === undefined) return theirs;
  if (ours.outcome === theirs.outcome && theirs.outcomeDetail === undefined) return ours;
  if (isSame(theirs, base)) return ours;
  return isSame(ours, base) ? theirs : undefined;
}

/** Formats an ending. */
const endingText = ({ outcome, outcomeDetail }: EntryOutcome): string =>
  JSON.stringify(shortLine(outcomeDetail === undefined ? outcome : `${outcome}: ${outcomeDetail}`));

/** Returns the time of a conflict entry: that of the merge. In an archive it is that of the entry, because all entries must fit into the times of its name. */
function conflictTime({ name, now }: MergedFile, ours: TimelineEntry, theirs: TimelineEntry): number {
  return timesInName(path.posix.basename(name)) === null ? now : Math.min(ours.timestamp, theirs.timestamp);
}

/**
 * Returns the conflict entry with both endings. It does not say which one counts, because this clone's log may already contain the
 * decision. Its id follows from the endings and the entry, so that the entries of clones that merge at different times become one: the
 * later one wins.
 */
function conflictEntry(merge: MergedFile, [ours, theirs]: readonly [TimelineEntry, TimelineEntry]): TimelineEntry {
  const endings = inOrder(outcomeIn(ours), outcomeIn(theirs));
  const id = shortId(ours.id);
  // The same for both sides, even if one of them changed it.
  const action = ours.action < theirs.action ? ours.action : theirs.action;
  return {
    id: `tle_${hash('sha256', JSON.stringify([merge.name, ours.id, endings]), 'hex')
      .slice(0, 26)
      .toUpperCase()}`,
    timestamp: conflictTime(merge, ours, theirs),
    agentId: PROTOCOL_AUTHOR,
    type: 'conflict',
    action: `Merge with two different outcomes of ${JSON.stringify(shortLine(action))}`,
    reasoning: `The outcome is ${endings.map(endingText).join(' or ')}. Until you choose, ${endingText(endings[0])} counts.`,
    confidence: 1,
    context: { files: [`.cortex/${merge.name}`], trigger: 'timeline', state: { id, endings } },
    refs: [id],
    outcome: UNDECIDED,
  };
}

/**
 * Returns the endings of entries that the two sides ended differently. The result does not depend on which side is which.
 * @param base the common origin; empty if unknown
 */
export function mergeOutcomes(merge: MergedFile, ours: Entries, theirs: Entries, base: Entries): MergedOutcome[] {
  const merged: MergedOutcome[] = [];
  for (const [id, our] of ours) {
    const their = theirs.get(id);
    if (their === undefined || isSame(outcomeIn(our), outcomeIn(their))) continue;
    const before = base.get(id);
    const ending = undisputed(outcomeIn(our), outcomeIn(their), before && outcomeIn(before));
    if (ending !== undefined) merged.push({ id, ending });
    else merged.push({ id, ending: inOrder(outcomeIn(our), outcomeIn(their))[0], conflict: conflictEntry(merge, [our, their]) });
  }
  return merged;
}
