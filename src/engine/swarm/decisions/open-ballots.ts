import type { Member } from '../agents/members.ts';
import type { Task } from '../tasks/task.ts';
import type { Ballot } from './ballot.ts';
import type { Deliberation, Proposal, Question } from './deliberation.ts';
import { isEntitled } from './electorate.ts';

/** An open ballot and its subject: a proposal, a question of a merge, or a merge as a whole. */
export interface OpenBallot {
  /** Id for votes: that of the proposal or question, or of the merged task. */
  readonly id: string;
  readonly task: Task;
  readonly deliberation: Deliberation;
  readonly ballot: Ballot;
  readonly subject: Proposal | Question | 'merge';
}

/** All open ballots of a swarm. */
export class OpenBallots {
  readonly #byId = new Map<string, OpenBallot>();
  readonly #byTask = new Map<Task, readonly OpenBallot[]>();

  /** Updates the open ballots of a task. Must be called whenever they change. */
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

  /** Returns all ballots in document order, because a restored state does not know the order of opening. Some may be closed by now. */
  all(): OpenBallot[] {
    return [...this.#byTask].sort(([one], [other]) => one.order - other.order).flatMap(([, open]) => open);
  }

  /** Returns the first few subjects on which a member may vote and has not. */
  openTo(member: Member | undefined, most: number): string[] {
    if (member === undefined) return [];
    const open = this.all().filter(({ ballot }) => ballot.choiceBy(member.id) === undefined && isEntitled(member, ballot));
    return open.slice(0, most).map(({ id }) => id);
  }

  ids(): string[] {
    return this.all().map(({ id }) => id);
  }

  /** Excludes a returned member from the ballots that were opened before it came back. */
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
