import type { Member } from '../agents/members.ts';
import type { Ballot } from './ballot.ts';

/** Counts the members who have not left, among those who were recruited first. To ask again costs nothing while nobody leaves or returns. */
export class PresentMembers {
  readonly #members: Member[] = [];
  /** At each index: how many of so many members are present. Only as far as it is known. */
  readonly #counts = [0];

  get all(): number {
    return this.among(this.#members.length);
  }

  add(member: Member): void {
    member.place = this.#members.length;
    this.#members.push(member);
  }

  /** To be called when a member has left or come back. */
  changed({ place }: Member): void {
    this.#counts.length = Math.min(this.#counts.length, place + 1);
  }

  among(first: number): number {
    const counts = this.#counts;
    const end = Math.min(first, this.#members.length);
    while (counts.length <= end) counts.push((counts.at(-1) ?? 0) + (this.#members[counts.length - 1]?.left === null ? 1 : 0));
    return counts[end] ?? 0;
  }
}

/** Whether a member that has not left may vote. Of swarms of earlier versions everybody may. */
export function isEntitled({ id, place }: Member, { electorate }: Ballot): boolean {
  return electorate === null || (place < electorate.members && !electorate.returned.includes(id));
}

/** All who have ever been members, by their ids. */
interface Voters {
  readonly present: PresentMembers;
  readonly members: ReadonlyMap<string, Member>;
}

/** How many may vote. */
export function countEntitled({ present, members }: Voters, { electorate }: Ballot): number {
  if (electorate === null) return present.all;
  return present.among(electorate.members) - electorate.returned.filter((id) => members.get(id)?.left === null).length;
}
