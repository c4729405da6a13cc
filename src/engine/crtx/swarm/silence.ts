import { type Ending, ExpiryHeap } from '../expiry-heap.ts';
import type { Member } from './members.ts';

interface Watched extends Ending {
  readonly member: Member;
}

/** Watches for members who give no sign of life. A sign costs nothing; a member is looked at once in the time that is allowed. */
export class Silence {
  readonly #watched = new ExpiryHeap<Watched>();

  /** @param allowedMs how long a member may be silent */
  constructor(readonly allowedMs: number) {}

  watch(member: Member): void {
    this.#watched.add(member.silentSince + this.allowedMs, { member, place: 0 });
  }

  /** The members who have been silent for too long, in the order in which that came about; each once in the time that is allowed. */
  takeSilent(now: number): Member[] {
    const silent: Member[] = [];
    for (let due = this.#watched.due(now); due !== null; due = this.#watched.due(now)) {
      this.#watched.remove(due);
      const { member } = due;
      const isSilent = member.silentSince + this.allowedMs <= now;
      if (isSilent) silent.push(member);
      this.#watched.add((isSilent ? now : member.silentSince) + this.allowedMs, { member, place: 0 });
    }
    // Not in the order of the heap, which depends on who joined when this state was made.
    return silent.sort((one, other) => one.lastActivity - other.lastActivity || (one.id < other.id ? -1 : 1));
  }
}
