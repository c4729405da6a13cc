import type { Member } from '../agents/members.ts';
import type { Ballot } from './ballot.ts';

/** Counts the present members among the first that were recruited. Counts are cached until a member leaves or returns. */
export class PresentMembers {
  readonly #members: Member[] = [];
  /** At each index n: how many of the first n members are present. Filled as far as needed. */
  readonly #counts = [0];

  get all(): number {
    return this.countAmong(this.#members.length);
  }

  add(member: Member): void {
    member.place = this.#members.length;
    this.#members.push(member);
  }

  /** Must be called when a member has left or come back. */
  changed({ place }: Member): void {
    this.#counts.length = Math.min(this.#counts.length, place + 1);
  }

  countAmong(first: number): number {
    const counts = this.#counts;
    const end = Math.min(first, this.#members.length);
    while (counts.length <= end) counts.push((counts.at(-1) ?? 0) + (this.#members[counts.length - 1]?.left === null ? 1 : 0));
    return counts[end] ?? 0;
  }
}

/** Reports whether a present member may vote. In swarms of earlier versions every member may. */
export function isEntitled({ id, place }: Member, { electorate }: Ballot): boolean {
  return electorate === null || (place < electorate.members && !electorate.returned.includes(id));
}

/** All agents that ever were members, by id. */
interface Voters {
  readonly present: PresentMembers;
  readonly members: ReadonlyMap<string, Member>;
}

/** Returns how many may vote. */
export function countEntitled({ present, members }: Voters, { electorate }: Ballot): number {
  if (electorate === null) return present.all;
  return present.countAmong(electorate.members) - electorate.returned.filter((id) => members.get(id)?.left === null).length;
}
