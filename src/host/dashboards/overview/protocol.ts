/** What the host and the Overview say to each other. Times are milliseconds since 1970 UTC. Ids are the host's, for this page. */
import * as z from 'zod';
import { type ShownProject, text } from '../protocol.ts';

/** The page shows all there is. */
export const overviewViewSchema = z.strictObject({});
export type OverviewView = z.infer<typeof overviewViewSchema>;

/** What a person wants done. The page names what it was told, and nothing else. */
export const overviewStepSchema = z.discriminatedUnion('kind', [
  /** Follows a line, or does one of its actions. */
  z.object({ kind: z.literal('go'), id: text }),
  z.object({ kind: z.literal('choose-project') }),
]);
export type OverviewStep = z.infer<typeof overviewStepSchema>;

/** The five questions, in this order: who needs me, who does what, what is locked, what happened, what do we know? */
export type CardName = 'needs' | 'work' | 'locks' | 'happened' | 'known';

export type LineTone = 'quiet' | 'busy' | 'good' | 'bad' | 'warning';

/** Something that can be pressed. */
export interface OverviewAction {
  readonly id: string;
  readonly label: string;
  /** A codicon, without its prefix. */
  readonly icon: string;
  /** It is shown by its icon, and the label is its name. */
  readonly short: boolean;
  /** It may change something: where nothing may be changed it cannot be pressed. */
  readonly changes: boolean;
}

/** One line of a card. Texts are cut to 2,000 characters. */
export interface OverviewLine {
  /** Stays the same as long as the line is about the same thing. */
  readonly id: string;
  /** A codicon, without its prefix. */
  readonly icon: string;
  readonly tone: LineTone;
  /** What the icon says, in words, where nothing else says it; may be empty. */
  readonly hint: string;
  readonly label: string;
  /** What else there is to say of it; may be empty. */
  readonly said: string;
  /** A moment that it is of, or that it ends at; it is counted in the page. */
  readonly time: { readonly kind: 'since' | 'until'; readonly at: number } | null;
  /** It leads to where this is. */
  readonly leads: boolean;
  readonly actions: readonly OverviewAction[];
}

export interface OverviewCard {
  readonly name: CardName;
  /** How many there are of what it shows; `null` where it shows several kinds. */
  readonly count: number | null;
  readonly lines: readonly OverviewLine[];
  /** Where all of it is to be seen. */
  readonly ways: readonly OverviewAction[];
}

export interface OverviewState {
  /** What is shown; `null` while no folder is open. */
  readonly project: ShownProject | null;
  readonly cards: readonly OverviewCard[];
  /** The host's clock when this was made. */
  readonly now: number;
  /** Why nothing can be changed; `null` where it can. */
  readonly readOnly: string | null;
}
