import { type Ending, ExpiryHeap } from '../locks/expiry-heap.ts';
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

  /** Moves what is watched in time, as the clock was set. @param ms milliseconds, also negative */
  shift(ms: number): void {
    this.#watched.shift(ms);
  }

  /**
   * The members who have been silent for too long, the longest silent first; each once in the time that is allowed.
   * @param handed to look at besides: who is silent already, and was found with nothing, may have something again (a retry)
   */
  takeSilent(now: number, handed: readonly Member[]): Member[] {
    const silent = new Set(handed.filter((member) => this.#isSilent(member, now)));
    for (let due = this.#watched.due(now); due !== null; due = this.#watched.due(now)) {
      this.#watched.remove(due);
      const { member } = due;
      const isSilent = this.#isSilent(member, now);
      if (isSilent) silent.add(member);
      this.#watched.add((isSilent ? now : member.silentSince) + this.allowedMs, { member, place: 0 });
    }
    // Not in the order of the heap, which depends on who joined when this state was made.
    return [...silent].sort((one, other) => one.lastActivity - other.lastActivity || (one.id < other.id ? -1 : 1));
  }

  #isSilent({ silentSince }: Member, now: number): boolean {
    return silentSince + this.allowedMs <= now;
  }
}
