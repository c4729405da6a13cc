import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/** The state of a ballot: open, won by an option, or lost because no option can win any more. */
export type BallotState = { readonly state: 'open' } | { readonly state: 'won'; readonly choice: string } | { readonly state: 'lost' };

export interface Vote {
  readonly agent: string;
  readonly choice: string;
}

/**
 * Who may vote: those who were members when the vote was opened and have not left since (docs/decisions/0042-voting-and-admission.md).
 * `members`: number of agents recruited by then. `returned`: those of them that were recruited again after the opening.
 */
export const electorateSchema = onDemand(() => z.object({ members: z.int().min(0), returned: z.array(z.string()) }));
export type Electorate = Checked<typeof electorateSchema>;

/** Share of the electorate that must agree if the merge policy does not say, in percent (RULINGS, crtx 7). */
export const DEFAULT_AGREE_PERCENT = 51;

export const YES = 'yes';
export const NO = 'no';

/** A ballot with one vote per agent; the last one counts. The cost of a vote does not depend on the number of votes. */
export class Ballot {
  readonly #voices = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /**
   * @param options in the order of precedence, which breaks ties
   * @param electorate `null`: every member that has not left, including later ones
   */
  constructor(
    readonly options: readonly string[],
    voices: readonly Vote[] = [],
    readonly electorate: Electorate | null = null,
  ) {
    for (const { agent, choice } of voices) if (options.includes(choice)) this.cast(agent, choice);
  }

  /** In the order in which they were cast. */
  get voices(): Vote[] {
    return [...this.#voices].map(([agent, choice]) => ({ agent, choice }));
  }

  choiceBy(agent: string): string | undefined {
    return this.#voices.get(agent);
  }

  count(choice: string): number {
    return this.#counts.get(choice) ?? 0;
  }

  /** @param choice one of the options */
  cast(agent: string, choice: string): void {
    this.withdraw(agent);
    this.#voices.set(agent, choice);
    this.#counts.set(choice, this.count(choice) + 1);
  }

  /** Withdraws the vote of an agent that leaves. Returns whether there was one. */
  withdraw(agent: string): boolean {
    const choice = this.#voices.get(agent);
    if (choice === undefined) return false;
    this.#voices.delete(agent);
    this.#counts.set(choice, this.count(choice) - 1);
    return true;
  }

  /**
   * Counts the votes. An option wins with the required share of the electorate. A yes-or-no vote is lost when that share is out of reach.
   * Between several options, the one with the most votes wins when all have voted.
   * @param entitled how many may vote
   * @param percent required share
   */
  countVotes(entitled: number, percent: number): BallotState {
    const enough = (voices: number) => entitled > 0 && voices > 0 && voices * 100 >= percent * entitled;
    const isQuestion = !this.options.includes(NO);
    const winner = this.options.find((option) => option !== NO && enough(this.count(option)));
    if (winner !== undefined) return { state: 'won', choice: winner };
    if (!isQuestion) return (entitled - this.count(NO)) * 100 < percent * entitled ? { state: 'lost' } : { state: 'open' };
    return this.#voices.size >= entitled && entitled > 0 ? { state: 'won', choice: this.#first() } : { state: 'open' };
  }

  #first(): string {
    return this.options.reduce((best, option) => (this.count(option) > this.count(best) ? option : best), this.options[0] ?? '');
  }
}
