import { hash } from 'node:crypto';
import { NOBODY } from '../../crtx/people.ts';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { brief, cutId } from '../../crtx/shorten.ts';
import { type Ending, endingIn } from '../differences.ts';
import { UNDECIDED } from './ending-conflicts.ts';

/** The entries of a file, by id. */
export type Entries = ReadonlyMap<string, TimelineEntry>;

/** How an entry ended that the two sides of a merge have ended differently. */
export interface MergedEnding {
  readonly id: string;
  readonly ending: Ending;
  /** The entry that keeps both endings, where each side has said another one than there was before. */
  readonly conflict?: TimelineEntry;
}

const isPending = ({ outcome }: Ending): boolean => outcome === 'pending';
const isSame = (one: Ending, other: Ending | undefined): boolean =>
  one.outcome === other?.outcome && one.outcomeDetail === other.outcomeDetail;

/** In a fixed order, whoever merges whose: by the code units of the outcome, then of the detail. */
function inOrder(one: Ending, other: Ending): [Ending, Ending] {
  const { outcome, outcomeDetail = '' } = one;
  const isFirst = outcome === other.outcome ? outcomeDetail < (other.outcomeDetail ?? '') : outcome < other.outcome;
  return isFirst ? [one, other] : [other, one];
}

/** The ending that needs no choice between two different ones; `undefined` where both sides have said one anew. */
function undisputed(ours: Ending, theirs: Ending, base: Ending | undefined): Ending | undefined {
  // What is gone of an ending comes back, as in every other change by another program.
  if (isPending(ours) !== isPending(theirs)) return isPending(ours) ? theirs : ours;
  if (ours.outcome === theirs.outcome && ours.outcomeDetail === undefined) return theirs;
  if (ours.outcome === theirs.outcome && theirs.outcomeDetail === undefined) return ours;
  if (isSame(theirs, base)) return ours;
  return isSame(ours, base) ? theirs : undefined;
}

/** How an ending is told. */
const endingText = ({ outcome, outcomeDetail }: Ending): string =>
  JSON.stringify(brief(outcomeDetail === undefined ? outcome : `${outcome}: ${outcomeDetail}`));

/**
 * The entry that keeps both endings. It does not say which one there is: the log of this clone may know both, and have said so. All of
 * it, its id and its time too, follows from them and the entry, so that all clones make the same one, whenever they merge.
 */
function conflictEntry(file: string, [ours, theirs]: readonly [TimelineEntry, TimelineEntry]): TimelineEntry {
  const endings = inOrder(endingIn(ours), endingIn(theirs));
  const id = cutId(ours.id);
  return {
    id: `tle_${hash('sha256', JSON.stringify([file, ours.id, endings]), 'hex')
      .slice(0, 26)
      .toUpperCase()}`,
    timestamp: Math.min(ours.timestamp, theirs.timestamp),
    agentId: NOBODY,
    type: 'conflict',
    action: `The two sides of a merge ended ${brief(id)} differently`,
    reasoning: `It is either ${endings.map(endingText).join(' or ')}. Until somebody says which, the first by its text counts, in all clones.`,
    confidence: 1,
    context: { files: [`.cortex/${file}`], trigger: 'timeline', state: { id, endings } },
    refs: [id],
    outcome: UNDECIDED,
  };
}

/**
 * How the entries end that two sides of a merge have ended differently; it does not matter which side is which.
 * @param file its name below `.cortex/` @param base what both began with; empty where that is not known
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
