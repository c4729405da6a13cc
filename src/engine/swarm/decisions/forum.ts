import type { Member } from '../agents/members.ts';
import type { Task } from '../tasks/task.ts';
import type { Ballot } from './ballot.ts';
import type { Deliberation, Proposal, Question } from './deliberation.ts';
import { isEntitled } from './electorate.ts';

/** A ballot on which votes are taken now, and what it is about: a proposal, a question of a merge, or a merge as a whole. */
export interface OpenBallot {
  /** Under which votes are given: the id of the proposal or question, or of the merged task. */
  readonly id: string;
  readonly task: Task;
  readonly deliberation: Deliberation;
  readonly ballot: Ballot;
  readonly subject: Proposal | Question | 'merge';
}

/** All ballots of a swarm that are open. */
export class Forum {
  readonly #byId = new Map<string, OpenBallot>();
  readonly #byTask = new Map<Task, readonly OpenBallot[]>();

  /** Takes note of what is open about a task now; to be called whenever that changes. */
  update(task: Task): void {
    for (const { id } of this.#byTask.get(task) ?? []) this.#byId.delete(id);
    this.#byTask.delete(task);
    const open = openBallots(task);
    if (open.length === 0) return;
    this.#byTask.set(task, open);
    for (const each of open) this.#byId.set(each.id, each);
  }

  get(id: string): OpenBallot | undefined {
    return this.#byId.get(id);
  }

  /** All of them, in document order: not as they were opened, which a state that was restored does not know. May be closed meanwhile. */
  all(): OpenBallot[] {
    return [...this.#byTask].sort(([one], [other]) => one.order - other.order).flatMap(([, open]) => open);
  }

  /** The first few subjects on which a member may vote and has not. */
  openTo(member: Member | undefined, most: number): string[] {
    if (member === undefined) return [];
    const open = this.all().filter(({ ballot }) => ballot.choiceOf(member.id) === undefined && isEntitled(member, ballot));
    return open.slice(0, most).map(({ id }) => id);
  }

  ids(): string[] {
    return this.all().map(({ id }) => id);
  }

  /** Takes note that a member came back: it does not count for what was opened before. */
  noteReturn({ id, place }: Member): void {
    for (const { ballot } of this.all()) {
      const { electorate } = ballot;
      if (electorate !== null && place < electorate.members && !electorate.returned.includes(id)) electorate.returned.push(id);
    }
  }
}

function openBallots(task: Task): OpenBallot[] {
  const { deliberation } = task;
  if (deliberation === null) return [];
  const subjects = [...deliberation.proposals, ...(deliberation.merge?.questions ?? [])];
  const keyed = [
    ...subjects.map((subject) => ({ id: subject.id, key: subject.id, subject })),
    { id: task.id, key: '', subject: 'merge' as const },
  ];
  return keyed.flatMap(({ id, key, subject }) => {
    const ballot = deliberation.ballots.get(key);
    return ballot === undefined ? [] : [{ id, task, deliberation, ballot, subject }];
  });
}
