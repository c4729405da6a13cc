import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { CortexError } from '../../platform/errors.ts';
import { typedWord } from '../../platform/suggested.ts';
import type { EntryOutcome } from '../differences.ts';
import type { TimelineStore } from '../store.ts';

/** The outcome of a conflict entry until a person decides which ending counts. */
export const UNDECIDED = 'pending';
const DECIDED = 'success';
/** Maximum number of conflict entries for one entry. */
const MAX = 100;

/** Returns the id of the entry whose two endings a conflict entry records; `null` for any other entry. */
export function findDisputedId({ type, context: { trigger, state } }: TimelineEntry): string | null {
  if (type !== 'conflict' || trigger !== 'timeline' || !Array.isArray(state?.endings)) return null;
  return typeof state.id === 'string' ? state.id : null;
}

/** Returns the ending of a conflict entry after the decision. */
export function toDecidedOutcome({ outcome, outcomeDetail }: EntryOutcome): {
  readonly outcome: typeof DECIDED;
  readonly outcomeDetail: string;
} {
  return { outcome: DECIDED, outcomeDetail: `Decided: ${outcomeDetail === undefined ? outcome : `${outcome}: ${outcomeDetail}`}` };
}

/** Returns the command that decides how a disputed entry ended. */
export const resolveCommand = (id: string): string => `cortex timeline resolve ${typedWord(id, 'ENTRY')} --outcome OUTCOME`;

/** @throws CortexError `denied` for an undecided conflict entry: the entry that it refers to must be resolved instead */
export function requireDecision(entry: TimelineEntry | undefined): void {
  const id = entry === undefined || entry.outcome !== UNDECIDED ? null : findDisputedId(entry);
  if (id === null) return;
  const next = `Resolve that entry: ${resolveCommand(id)}`;
  throw new CortexError('denied', 'the entry only records the two outcomes of another entry', { value: entry?.id, next });
}

/** Ends the conflict entries of an entry that was resolved. */
export async function decideConflicts(store: TimelineStore, entry: TimelineEntry): Promise<void> {
  const { entries } = await store.query({ type: 'conflict', ref: entry.id }, { limit: MAX });
  const { outcome, outcomeDetail } = toDecidedOutcome(entry);
  for (const conflict of entries)
    if (findDisputedId(conflict) === entry.id && conflict.outcome !== outcome) await store.resolve(conflict.id, outcome, outcomeDetail);
}
