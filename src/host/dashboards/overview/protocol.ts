/** Message types of the Overview. Times are milliseconds since 1970 UTC. Ids are assigned by the host, for this page only. */
import * as z from 'zod';
import { type ShownProject, text } from '../protocol.ts';

/** The page always shows everything, so its view is empty. */
export const overviewViewSchema = z.strictObject({});
export type OverviewView = z.infer<typeof overviewViewSchema>;

/** Requests of the user. The page can name only ids that it received. */
export const overviewStepSchema = z.discriminatedUnion('kind', [
  /** Follows a line, or runs one of its actions. */
  z.object({ kind: z.literal('go'), id: text }),
  z.object({ kind: z.literal('choose-project') }),
  /** Pauses or resumes all swarms and teams of the window. */
  z.object({ kind: z.enum(['pause-all', 'resume-all']) }),
]);
export type OverviewStep = z.infer<typeof overviewStepSchema>;

/** The five cards, in this order: what needs me, who does what, what is locked, what happened, what do we know? */
export type CardName = 'needs' | 'work' | 'locks' | 'happened' | 'known';

export type LineTone = 'quiet' | 'skipped' | 'busy' | 'good' | 'bad' | 'warning';

/** A button. */
export interface OverviewAction {
  readonly id: string;
  readonly label: string;
  /** Codicon, without prefix. */
  readonly icon: string;
  /** Whether only the icon is shown, with the label as its accessible name. */
  readonly short: boolean;
  /** Whether it may change something. It is disabled in a read-only project. */
  readonly changes: boolean;
}

/** A line of a card. Texts are limited to 2,000 characters. */
export interface OverviewLine {
  /** Stable while the line is about the same thing. */
  readonly id: string;
  /** Codicon, without prefix. */
  readonly icon: string;
  readonly tone: LineTone;
  /** Meaning of the icon, unless another text says it; may be empty. */
  readonly hint: string;
  readonly label: string;
  /** Description; may be empty. */
  readonly said: string;
  /** Start or end time. The page computes the age or remaining time from it. */
  readonly time: { readonly kind: 'since' | 'until'; readonly at: number } | null;
  /** Whether the line is a link. */
  readonly leads: boolean;
  readonly actions: readonly OverviewAction[];
}

export interface OverviewCard {
  readonly name: CardName;
  /** Number of items; `null` if the card mixes several kinds. */
  readonly count: number | null;
  readonly lines: readonly OverviewLine[];
  /** Links to the full views. */
  readonly ways: readonly OverviewAction[];
}

export interface OverviewState {
  /** Project that is shown; `null` if no folder is open. */
  readonly project: ShownProject | null;
  readonly cards: readonly OverviewCard[];
  /** What one button can do to all swarms and teams of the window; `null` if there is nothing to pause or resume. */
  readonly pausing: 'pause' | 'resume' | null;
  /** Host time of this state. */
  readonly now: number;
  /** Why nothing can be changed; `null` if changes are possible. */
  readonly readOnly: string | null;
}
