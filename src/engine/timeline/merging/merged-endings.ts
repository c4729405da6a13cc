import { hash } from 'node:crypto';
import { NOBODY } from '../../crtx/people.ts';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { brief, cutId } from '../../crtx/shorten.ts';
import { type Ending, endingIn } from '../differences.ts';
import { UNDECIDED } from './ending-conflicts.ts';

/** The entries of a file, by id. */
export type Entries = ReadonlyMap<string, TimelineEntry>;

/** The ending of an entry that the two sides of a merge ended differently. */
export interface MergedEnding {
  readonly id: string;
  readonly ending: Ending;
  /** The conflict entry with both endings, if both sides changed the ending. */
  readonly conflict?: TimelineEntry;
}

const isPending = ({ outcome }: Ending): boolean => outcome === 'pending';
const isSame = (one: Ending, other: Ending | undefined): boolean =>
  one.outcome === other?.outcome && one.outcomeDetail === other.outcomeDetail;

/** Orders endings by the code units of the outcome, then of the detail, so that the order does not depend on the sides. */
function inOrder(one: Ending, other: Ending): [Ending, Ending] {
  const { outcome, outcomeDetail = '' } = one;
  const isFirst = outcome === other.outcome ? outcomeDetail < (other.outcomeDetail ?? '') : outcome < other.outcome;
  return isFirst ? [one, other] : [other, one];
}

/** Returns the ending if only one side set it; `undefined` if both did. */
function undisputed(ours: Ending, theirs: Ending, base: Ending | undefined): Ending | undefined {
  // A removed ending is restored, as any other change by another program.
  if (isPending(ours) !== isPending(theirs)) return isPending(ours) ? theirs : ours;
  if (ours.outcome === theirs.outcome && ours.outcomeDetail === undefined) return theirs;
  if (ours.outcome === theirs.outcome && theirs.outcomeDetail === undefined) return ours;
  if (isSame(theirs, base)) return ours;
  return isSame(ours, base) ? theirs : undefined;
}

/** Formats an ending. */
const endingText = ({ outcome, outcomeDetail }: Ending): string =>
  JSON.stringify(brief(outcomeDetail === undefined ? outcome : `${outcome}: ${outcomeDetail}`));

/**
 * Returns the conflict entry with both endings. It does not say which one counts, because this clone's log may already contain the
 * decision. Its id and time follow from the endings and the entry, so that all clones create the same one, whenever they merge.
 */
function conflictEntry(file: string, [ours, theirs]: readonly [TimelineEntry, TimelineEntry]): TimelineEntry {
  const endings = inOrder(endingIn(ours), endingIn(theirs));
  const id = cutId(ours.id);
  // The same for both sides, even if one of them changed it.
  const action = ours.action < theirs.action ? ours.action : theirs.action;
  return {
    id: `tle_${hash('sha256', JSON.stringify([file, ours.id, endings]), 'hex')
      .slice(0, 26)
      .toUpperCase()}`,
    timestamp: Math.min(ours.timestamp, theirs.timestamp),
    agentId: NOBODY,
    type: 'conflict',
    action: `Merge with two different outcomes of ${JSON.stringify(brief(action))}`,
    reasoning: `The outcome is ${endings.map(endingText).join(' or ')}. Until you choose, ${endingText(endings[0])} counts.`,
    confidence: 1,
    context: { files: [`.cortex/${file}`], trigger: 'timeline', state: { id, endings } },
    refs: [id],
    outcome: UNDECIDED,
  };
}

/**
 * Returns the endings of entries that the two sides ended differently. The result does not depend on which side is which.
 * @param file its name below `.cortex/`
 * @param base the common origin; empty if unknown
 */
export function mergedEndings(file: string, ours: Entries, theirs: Entries, base: Entries): MergedEnding[] {
  const merged: MergedEnding[] = [];
  for (const [id, our] of ours) {
    const their = theirs.get(id);
    if (their === undefined || isSame(endingIn(our), endingIn(their))) continue;
    const before = base.get(id);
    const ending = undisputed(endingIn(our), endingIn(their), before && endingIn(before));
    if (ending !== undefined) merged.push({ id, ending });
    else merged.push({ id, ending: inOrder(endingIn(our), endingIn(their))[0], conflict: conflictEntry(file, [our, their]) });
  }
  return merged;
}
