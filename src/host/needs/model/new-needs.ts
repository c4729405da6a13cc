import type { Need } from '../../../engine/platform/need.ts';
import { grouped, oneLine } from '../../model/text.ts';
import { type NeedsViewModel, reasonWithProject, type WaitingNeed } from './waiting.ts';

/** Identifies a need and its start time. A need that returns with another start time is new. */
export const needKey = ({ id, since }: Need): string => JSON.stringify([id, since]);

const isBlocked = ({ rank }: Need): boolean => rank === 'blocked';

/** Finds new needs that block work (docs/decisions/0018-needs-you.md). Reports each once, and none that existed at the start. */
export class NewNeeds {
  readonly #sources = new Set<string>();
  readonly #known = new Set<string>();

  /** @returns the new needs, most urgent first */
  take({ needs, snoozed, sources }: NeedsViewModel): readonly WaitingNeed[] {
    // Needs of a source that is read for the first time are not new: they existed before the project was opened or could be read.
    const isNew = (need: WaitingNeed): boolean => this.#sources.has(need.source) && !this.#known.has(needKey(need));
    const found = needs.filter(isBlocked).filter(isNew);
    // Snoozed needs are remembered too, so that they are not announced later. Only blocking needs are announced, so only they are stored.
    for (const need of [...needs.filter(isBlocked), ...snoozed.filter(isBlocked)]) this.#known.add(needKey(need));
    for (const source of sources) this.#sources.add(source);
    return found;
  }
}

/** Delay that combines new needs in one notification, in milliseconds. */
const TOGETHER_MS = 2_000;
/** Minimum time between notifications, in milliseconds. It prevents a flood by an agent that keeps escalating. */
const APART_MS = 20_000;

/** Returns the delay until the next notification, in milliseconds. @param last time of the last one, or `null`; same clock as `now` */
export function notificationDelay(last: number | null, now: number): number {
  return Math.max(TOGETHER_MS, last === null ? 0 : last + APART_MS - now);
}

/** Returns the text of a notification. @param found at least one need */
export function noticeText(found: readonly WaitingNeed[]): string {
  const [first] = found;
  const about = first === undefined ? '' : `${oneLine(first.title, 120)}: ${oneLine(reasonWithProject(first), 200)}`;
  return found.length === 1 ? `Work waits for you. ${about}` : `Work waits for you in ${grouped(found.length)} places. First: ${about}`;
}
