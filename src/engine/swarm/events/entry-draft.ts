import type { TimelineEntry } from '../../crtx/schema.ts';
import { shortLine } from '../../crtx/shorten.ts';

/** Most items that one entry lists. */
export const MAX_SENTENCES = 10;

/** Longest texts in an entry, in UTF-16 code units. An entry that the timeline rejects would block all later ones. */
export const MAX_TEXT = { reason: 10_000, reasoning: 20_000 };

/** An entry without the fields that all entries of a swarm share. */
export type EntryDraft = Pick<TimelineEntry, 'agentId' | 'type' | 'action' | 'reasoning'> &
  Partial<Pick<TimelineEntry, 'outcome' | 'confidence'>> & {
    readonly files?: readonly string[];
    readonly task?: string;
    readonly state?: Record<string, unknown>;
  };

/** Joins names for a sentence. */
export function list(names: readonly string[]): string {
  const more = names.length - MAX_SENTENCES;
  const named = names.slice(0, MAX_SENTENCES).map(shortLine).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Ends a typed text with a full stop, so that another sentence can follow. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?\u2026]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
