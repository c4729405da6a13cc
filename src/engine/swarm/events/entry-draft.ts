import type { TimelineEntry } from '../../crtx/schema.ts';
import { brief } from '../../crtx/shorten.ts';

/** How many things one entry tells in words. */
export const MOST_SENTENCES = 10;

/** How long reasons may be here, in UTF-16 code units: an entry that the timeline refuses would be in the way of all others. */
export const MOST_TEXT = { reason: 10_000, reasoning: 20_000 };

/** An entry without what all entries of a swarm have in common. */
export type EntryDraft = Pick<TimelineEntry, 'agentId' | 'type' | 'action' | 'reasoning'> &
  Partial<Pick<TimelineEntry, 'outcome' | 'confidence'>> & {
    readonly files?: readonly string[];
    readonly task?: string;
    readonly state?: Record<string, unknown>;
  };

/** Names in a sentence. */
export function list(names: readonly string[]): string {
  const more = names.length - MOST_SENTENCES;
  const named = names.slice(0, MOST_SENTENCES).map(brief).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** What somebody typed as a sentence, so that another can follow. */
export function sentence(text: string): string {
  const said = text.trim();
  return /[.!?\u2026]$/.test(said) ? said : `${said}.`;
}
