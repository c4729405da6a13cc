import type { Need } from '../../../engine/platform/need.ts';
import { grouped, oneLine } from '../../model/text.ts';
import { type NeedsViewModel, namedWhy, type WaitingNeed } from './waiting.ts';

/** The same as long as it is about the same thing, of the same time: what comes back with another one is new. */
export const keyOf = ({ id, since }: Need): string => JSON.stringify([id, since]);

const isBlocked = ({ rank }: Need): boolean => rank === 'blocked';

/** Finds what newly makes work stand still for a person (docs/decisions/0018-needs-you.md): each once, and nothing that was there at the start. */
export class NewNeeds {
  readonly #sources = new Set<string>();
  readonly #known = new Set<string>();

  /** @returns what is to be told of, the most pressing first */
  take({ needs, snoozed, sources }: NeedsViewModel): readonly WaitingNeed[] {
    // What a project, or a file that can be read again, brings along was there before, unless it had been read already.
    const isNew = (need: WaitingNeed): boolean => this.#sources.has(need.source) && !this.#known.has(keyOf(need));
    const found = needs.filter(isBlocked).filter(isNew);
    // Nobody is told of what they have put aside themselves. Of the other ranks nothing is told, and so nothing remembered.
    for (const need of [...needs.filter(isBlocked), ...snoozed.filter(isBlocked)]) this.#known.add(keyOf(need));
    for (const source of sources) this.#sources.add(source);
    return found;
  }
}

/** What comes within so many milliseconds is told in one message. */
const TOGETHER_MS = 2_000;
/** So far apart messages are at least: an agent that escalates without end is no reason for a message every two seconds. */
const APART_MS = 20_000;

/** In how many milliseconds what is new is to be told. @param last when the last message was, `null` for none; both of one clock */
export function tellingIn(last: number | null, now: number): number {
  return Math.max(TOGETHER_MS, last === null ? 0 : last + APART_MS - now);
}

/** What a notification says of these, which are at least one. */
export function noticeText(found: readonly WaitingNeed[]): string {
  const [first] = found;
  const about = first === undefined ? '' : `${oneLine(first.title, 120)}: ${oneLine(namedWhy(first), 200)}`;
  return found.length === 1 ? `Work waits for you. ${about}` : `Work waits for you in ${grouped(found.length)} places. First: ${about}`;
}
