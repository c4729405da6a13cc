import { isPerson } from '../../crtx/people.ts';
import type { MergePolicy, SwarmAgent, SwarmLock, SwarmManifest, SwarmStrategy } from '../../crtx/schema.ts';
import { Member } from '../agents/members.ts';
import { Silence } from '../agents/silence.ts';
import { Budget, withSums } from '../budget.ts';
import { Ballot } from '../decisions/ballot.ts';
import { Deliberation } from '../decisions/deliberation.ts';
import { isEntitled, PresentMembers } from '../decisions/electorate.ts';
import { Forum } from '../decisions/forum.ts';
import { CONTENDERS } from '../defaults.ts';
import type { Settled, SwarmEvent } from '../events/events.ts';
import { ReadyTasks } from '../tasks/ready-tasks.ts';
import { isEnded, type Task } from '../tasks/task.ts';
import { TaskTree } from '../tasks/task-tree.ts';
import type { Rest } from './rest.ts';
import type { Abortion, Applicant, Pause, Rejection, Unpublished } from './unpublished.ts';

/**
 * One swarm from its creation to its end: everything in its manifest but the locks. It is made from a manifest, whether that was typed,
 * logged, or written by another program; where a manifest contradicts itself, leaves win over parents, and tasks over agents.
 */
export class SwarmRun {
  readonly id: string;
  /** What the swarm is to achieve. */
  readonly goal: string;
  readonly created: number;
  readonly coordinator: string;
  readonly strategy: SwarmStrategy;
  readonly mergePolicy: MergePolicy;
  readonly ready = new ReadyTasks();
  readonly tree: TaskTree;
  /** In the order in which they joined. */
  readonly members = new Map<string, Member>();
  readonly budget: Budget;
  /** What is voted on. */
  readonly forum = new Forum();
  readonly silence: Silence;
  /** Whether its members' locks end with it. */
  readonly releasesLocks: boolean;
  /** Whether only those may vote who were members when the vote was opened. */
  readonly fixedElectorate: boolean;
  /** Whether who is recruited waits until somebody in charge admits it. */
  readonly admission: 'coordinator' | null;
  /** Who waits for that, in the order in which they were recruited. */
  readonly applicants: Map<string, Applicant>;
  /** Who was refused, until somebody in charge admits it. */
  readonly rejections: Map<string, Rejection>;
  /** The members who have not left. */
  readonly present = new PresentMembers();
  /** What has happened since it was last asked for. */
  readonly events: SwarmEvent[] = [];
  /** The waits of merges that have ended since that was last asked for. */
  readonly settled: Settled[] = [];
  pause: Pause | null;
  /** Who has ended it before its end, where that is known. */
  abortion: Abortion | null;
  /** Whether the root had ended when that was last looked at. */
  hadEnded: boolean;
  readonly #rest: Rest;

  /**
   * @param manifest its decomposition has no problems (`decompositionProblems`)
   * @param at effective time, milliseconds since 1970 UTC
   */
  constructor(manifest: SwarmManifest, at: number, unpublished: Unpublished) {
    const { id, task, created, coordinator, strategy, agents, locks: _locks, decomposition, mergePolicy, budget, ...rest } = manifest;
    this.id = id;
    this.goal = task;
    this.created = created;
    this.coordinator = coordinator;
    this.strategy = strategy;
    this.mergePolicy = mergePolicy;
    this.#rest = rest;
    this.pause = unpublished.pause;
    this.abortion = unpublished.abortion;
    this.tree = new TaskTree(decomposition, {
      inSequence: strategy === 'pipeline',
      changed: (changed) => this.ready.update(changed),
      paths: unpublished.paths,
      isAborted: unpublished.isAborted,
    });
    this.hadEnded = isEnded(this.tree.root.status);
    this.silence = new Silence(unpublished.vanishAfterMs);
    this.releasesLocks = unpublished.releasesLocks;
    this.fixedElectorate = unpublished.fixedElectorate;
    this.admission = unpublished.admission;
    this.applicants = new Map(unpublished.applicants.map((each) => [each.agent, each]));
    this.rejections = new Map(unpublished.rejections.map((each) => [each.agent, each]));
    for (const [index, agent] of agents.entries()) {
      if (!this.members.has(agent.id)) this.join(new Member(agent, unpublished.activity[index] ?? at, unpublished.given[index] ?? at));
    }
    this.#remember(unpublished);
    if (strategy === 'competitive') for (const task of this.tree.tasks) seatHolder(task, at);
    this.adopt(this.tree.tasks);
    this.budget = new Budget(withSums(manifest, this.members.size), created, unpublished);
    for (const agent of agents) this.#takeOverAssignments(agent);
    this.#silenceStrangers();
    if (this.isFinished) this.budget.stop(created + unpublished.stoppedMs + budget.spent.durationMs);
    else if (this.pause !== null) this.budget.stop(this.pause.at);
  }

  /** True when it was aborted. */
  get isAborted(): boolean {
    return this.tree.isAborted;
  }

  /** True when there is nothing left to do: the root has ended, and what is to be merged is merged. */
  get isFinished(): boolean {
    const merge = this.tree.root.deliberation?.merge ?? null;
    return isEnded(this.tree.root.status) && (this.isAborted || merge === null || merge.state === 'approved');
  }

  /** Under competitive: how many agents a task is given to. */
  get seats(): number {
    return Math.min(CONTENDERS, this.present.all);
  }

  /** Takes somebody in who is not a member. */
  join(member: Member): void {
    this.members.set(member.id, member);
    this.silence.watch(member);
    this.present.add(member);
  }

  /** Lets a member leave or come back. */
  setLeft(member: Member, left: Member['left']): void {
    member.left = left;
    this.present.changed(member);
  }

  /** A vote that is opened now. */
  openBallot(options: readonly string[]): Ballot {
    return new Ballot(options, [], this.fixedElectorate ? { members: this.members.size, returned: [] } : null);
  }

  /** Finds out what follows from the strategy for new tasks. */
  adopt(tasks: readonly Task[]): void {
    for (const task of tasks) {
      if (this.strategy === 'consensus') {
        const isAgreed = task.deliberation?.proposals.some(({ state }) => state === 'won') ?? false;
        task.isUnagreed = !isAgreed && (task.parent?.isUnagreed ?? true);
      }
      if (this.strategy === 'competitive') this.findRoom(task);
      this.forum.update(task);
      this.ready.update(task);
    }
  }

  /** Under competitive: how many more may take a task. Nobody comes in any more while its results are put together. */
  findRoom(task: Task): void {
    const { candidates = [], merge = null } = task.deliberation ?? {};
    const taken = candidates.filter(({ state }) => state !== 'void');
    task.room = isEnded(task.status) || merge?.state === 'open' ? 0 : Math.max(0, this.seats - taken.length);
  }

  /** Whether somebody may decide for all: the coordinator or a person. */
  isInCharge(by: string): boolean {
    return by === this.coordinator || isPerson(by);
  }

  /** Assigns a task, or takes it from whoever had it. Its status is the caller's to change. */
  assign(task: Task, agent: string | null): void {
    task.assignedTo = agent;
    this.ready.update(task);
  }

  /** What is known of single tasks and members besides. */
  #remember({ since, lost }: Unpublished): void {
    for (const [name, begun] of since) {
      const known = this.tree.get(name);
      if (known?.status === 'active') known.since = begun;
    }
    for (const [agent, tasks] of lost) {
      const member = this.members.get(agent);
      if (member?.left === null) member.lost = tasks;
    }
  }

  /** A file that another program wrote may have voices in it of those who may not vote. */
  #silenceStrangers(): void {
    for (const { ballot } of this.forum.all())
      for (const { agent } of ballot.voices) {
        const member = this.members.get(agent);
        if (member?.left !== null || !isEntitled(member, ballot)) ballot.withdraw(agent);
      }
  }

  /** An agent that left has nothing; a task that only the agent's list names is assigned to it. */
  #takeOverAssignments({ id, assignedTasks }: SwarmAgent): void {
    if (this.members.get(id)?.left !== null) {
      for (const task of this.ready.heldBy(id)) this.takeFrom(task, id);
      return;
    }
    // Several agents of a competitive swarm have the same task, which assignedTo cannot say.
    if (this.strategy === 'competitive') return;
    for (const name of assignedTasks) {
      const task = this.tree.get(name);
      if (task?.isLeaf && task.status === 'pending' && task.assignedTo === null) this.assign(task, id);
    }
  }

  /** Takes a task from an agent; what nobody works on any more is pending again. */
  takeFrom(task: Task, agent: string): void {
    const candidates = task.deliberation?.candidates;
    const place = candidates?.findIndex((each) => each.agent === agent && (each.state === 'assigned' || each.state === 'working')) ?? -1;
    if (place >= 0) candidates?.splice(place, 1);
    if (task.room !== null) this.findRoom(task);
    this.assign(task, task.assignedTo === agent ? null : task.assignedTo);
    if (task.isLeaf && task.status === 'active' && task.holders.length === 0 && !this.isHandedIn(task)) this.tree.release(task);
  }

  /** Whether somebody has handed in a candidate for a task. */
  isHandedIn(task: Task): boolean {
    return task.deliberation?.candidates.some(({ state }) => state === 'ready') ?? false;
  }

  /** @param now effective time, milliseconds since 1970 UTC */
  toManifest(locks: readonly SwarmLock[], now: number): SwarmManifest {
    const assigned = new Map<string, string[]>();
    for (const { id, holders, status } of this.tree.tasks) {
      if (isEnded(status)) continue;
      for (const { agent } of holders) {
        const tasks = assigned.get(agent);
        if (tasks === undefined) assigned.set(agent, [id]);
        else tasks.push(id);
      }
    }
    return {
      id: this.id,
      task: this.goal,
      created: this.created,
      coordinator: this.coordinator,
      strategy: this.strategy,
      agents: [...this.members.values()].map((member) => member.toAgent(assigned.get(member.id) ?? [], this.works(member.id))),
      locks: [...locks],
      decomposition: this.tree.toNode(),
      mergePolicy: this.mergePolicy,
      budget: this.budget.toBudget(now),
      ...this.#rest,
    };
  }

  /** What the manifest has no field for. */
  toUnpublished(): Unpublished {
    const { paths } = this.tree;
    return {
      activity: [...this.members.values()].map(({ lastActivity }) => lastActivity),
      given: [...this.members.values()].map(({ givenAt }) => givenAt),
      lost: [...this.members.values()].flatMap(({ id, lost }) => (lost.length === 0 ? [] : [[id, [...lost]] as [string, string[]]])),
      warned: { ...this.budget.warned },
      pause: this.pause,
      isAborted: this.isAborted,
      abortion: this.abortion,
      stoppedMs: this.budget.stoppedMs,
      vanishAfterMs: this.silence.allowedMs,
      releasesLocks: this.releasesLocks,
      fixedElectorate: this.fixedElectorate,
      admission: this.admission,
      applicants: [...this.applicants.values()],
      rejections: [...this.rejections.values()],
      since: this.tree.tasks.flatMap(({ id, since }) => (since === null ? [] : [[id, since] as [string, number]])),
      ...(paths !== undefined && { paths }),
    };
  }

  works(agent: string): boolean {
    return this.ready.activeOf(agent).size > 0;
  }
}

/** Under competitive nobody has a task alone: whoever a plan or another program names has a place in the contest for it. */
function seatHolder(task: Task, at: number): void {
  const { assignedTo: agent, isLeaf, status } = task;
  if (agent === null || !isLeaf || isEnded(status)) return;
  task.deliberation ??= new Deliberation();
  const { candidates } = task.deliberation;
  const state = status === 'active' ? 'working' : 'assigned';
  const place = candidates.find((each) => each.agent === agent && each.state !== 'void');
  if (place === undefined) candidates.push({ agent, state, since: at });
  else if (place.state === 'assigned') place.state = state;
  task.assignedTo = null;
}
