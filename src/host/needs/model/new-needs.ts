import type { Need } from '../../../engine/kernel/need.ts';
import { oneLine } from '../../model/text.ts';
import type { NeedsPicture } from '../needs-session.ts';

/** The same as long as it is about the same thing, of the same time: what comes back with another one is new. */
const keyOf = ({ id, since }: Need): string => JSON.stringify([id, since]);

/** Finds what newly makes work stand still for a person (docs/decisions/0018-needs-you.md): each once, and nothing that was there at the start. */
export class NewNeeds {
  #scope: string | null = null;
  readonly #known = new Set<string>();

  /** @returns what is to be told of, the most pressing first */
  take({ needs, snoozed, scope }: NeedsPicture): readonly Need[] {
    // What another project brings along was there before.
    const isSame = scope === this.#scope;
    this.#scope = scope;
    const found = isSame ? needs.filter((need) => need.rank === 'stands still' && !this.#known.has(keyOf(need))) : [];
    // Nobody is told of what they have put aside themselves.
    for (const need of [...needs, ...snoozed]) this.#known.add(keyOf(need));
    return found;
  }
}

/** What a notification says of these, which are at least one. */
export function noticeText(found: readonly Need[]): string {
  const [first] = found;
  const about = `${oneLine(first?.title ?? '', 120)}: ${oneLine(first?.why ?? '', 200)}`;
  return found.length === 1 ? `Work waits for you. ${about}` : `Work waits for you in ${found.length} places. First: ${about}`;
}
