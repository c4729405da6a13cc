import { type ExpiringItem, ExpiryHeap } from '../locks/expiry-heap.ts';
import type { Member } from './members.ts';

interface Watched extends ExpiringItem {
  readonly member: Member;
}

/** Finds members without heartbeats. A heartbeat costs nothing here; each member is checked once per allowed period. */
export class SilentMembers {
  readonly #watched = new ExpiryHeap<Watched>();

  /** @param allowedMs how long a member may be silent, in milliseconds */
  constructor(readonly allowedMs: number) {}

  watch(member: Member): void {
    this.#watched.add(member.silentSince + this.allowedMs, { member, place: 0 });
  }

  /** Shifts all check times after the clock was set. @param ms milliseconds, may be negative */
  shift(ms: number): void {
    this.#watched.shift(ms);
  }

  /**
   * Returns the members who have been silent for too long, the longest silent first, each once per allowed period.
   * @param handed further members to check: a silent one without tasks may have a task again (a retry)
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
    // Sorted, because the order of the heap depends on when its state was built.
    return [...silent].sort((one, other) => one.lastActivity - other.lastActivity || (one.id < other.id ? -1 : 1));
  }

  #isSilent({ silentSince }: Member, now: number): boolean {
    return silentSince + this.allowedMs <= now;
  }
}
