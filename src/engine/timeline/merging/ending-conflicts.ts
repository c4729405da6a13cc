import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { CortexError } from '../../platform/errors.ts';
import { typedWord } from '../../platform/suggested.ts';
import type { Ending } from '../differences.ts';
import type { TimelineStore } from '../store.ts';

/** The outcome of a conflict entry while nobody has said which ending counts. */
export const UNDECIDED = 'pending';
const DECIDED = 'success';
/** More endings of one entry than anybody merges. */
const MOST = 100;

/** The id of the entry that two sides of a merge ended differently, where an entry keeps both endings; `null` for any other entry. */
export function disputedId({ type, context: { trigger, state } }: TimelineEntry): string | null {
  if (type !== 'conflict' || trigger !== 'timeline' || !Array.isArray(state?.endings)) return null;
  return typeof state.id === 'string' ? state.id : null;
}

/** How a conflict entry ends once somebody has said which ending counts. */
export function decidedEnding({ outcome, outcomeDetail }: Ending): { readonly outcome: typeof DECIDED; readonly outcomeDetail: string } {
  return { outcome: DECIDED, outcomeDetail: `Decided: ${outcomeDetail === undefined ? outcome : `${outcome}: ${outcomeDetail}`}` };
}

/** The command that says how a disputed entry ended. */
export const sayWhich = (id: string): string => `cortex timeline resolve ${typedWord(id, 'ENTRY')} --outcome OUTCOME`;

/** @throws CortexError `denied` for an entry that only keeps the endings of another one: that one is to be resolved */
export function requireDecision(entry: TimelineEntry | undefined): void {
  const id = entry === undefined || entry.outcome !== UNDECIDED ? null : disputedId(entry);
  if (id === null) return;
  const next = `Say how that one ended: ${sayWhich(id)}`;
  throw new CortexError('denied', 'the entry only keeps the two endings of another one', { value: entry?.id, next });
}

/** Ends the conflict entries of an entry whose ending somebody has said. */
export async function decideConflicts(store: TimelineStore, entry: TimelineEntry): Promise<void> {
  const { entries } = await store.query({ type: 'conflict', ref: entry.id }, { limit: MOST });
  const { outcome, outcomeDetail } = decidedEnding(entry);
  for (const conflict of entries)
    if (disputedId(conflict) === entry.id && conflict.outcome !== outcome) await store.resolve(conflict.id, outcome, outcomeDetail);
}
