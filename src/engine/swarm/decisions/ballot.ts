import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/** What has become of a ballot: nothing yet, an option that has won, or none that still can. */
export type Verdict = { readonly state: 'open' } | { readonly state: 'won'; readonly choice: string } | { readonly state: 'lost' };

export interface Voice {
  readonly agent: string;
  readonly choice: string;
}

/**
 * Who may vote: those who were members when the vote was opened and have not left since (docs/decisions/0042-who-may.md). `members`: how many
 * had been recruited by then. `returned`: who of them was recruited again after the opening.
 */
export const electorateSchema = onDemand(() => z.object({ members: z.int().min(0), returned: z.array(z.string()) }));
export type Electorate = Checked<typeof electorateSchema>;

/** The share of those entitled that must agree where the merge policy does not say, in percent (RULINGS, crtx 7). */
export const DEFAULT_AGREE_PERCENT = 51;

export const YES = 'yes';
export const NO = 'no';

/**
 * Who has chosen what. Each has one voice, and the last one counts. A vote costs the same however many there are.
 */
export class Ballot {
  readonly #voices = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /**
   * @param options from the first to the last, in the order in which they win when they have equally many voices
   * @param electorate `null`: every member that has not left, also one that joined since
   */
  constructor(
    readonly options: readonly string[],
    voices: readonly Voice[] = [],
    readonly electorate: Electorate | null = null,
  ) {
    for (const { agent, choice } of voices) if (options.includes(choice)) this.cast(agent, choice);
  }

  /** In the order in which they were cast. */
  get voices(): Voice[] {
    return [...this.#voices].map(([agent, choice]) => ({ agent, choice }));
  }

  choiceOf(agent: string): string | undefined {
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

  /** Who leaves takes the voice along. True when there was one. */
  withdraw(agent: string): boolean {
    const choice = this.#voices.get(agent);
    if (choice === undefined) return false;
    this.#voices.delete(agent);
    this.#counts.set(choice, this.count(choice) - 1);
    return true;
  }

  /**
   * Won is what the share of all entitled has chosen. Between yes and no, lost is what cannot reach it any more; of several options, when
   * all have voted, the one with the most voices has won.
   * @param entitled how many may vote
   */
  verdict(entitled: number, percent: number): Verdict {
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
