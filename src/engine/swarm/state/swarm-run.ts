import { isPerson } from '../../crtx/people.ts';
import type { MergePolicy, SwarmAgent, SwarmLock, SwarmManifest, SwarmStrategy } from '../../crtx/schema.ts';
import { Member } from '../agents/members.ts';
import { SilentMembers } from '../agents/silent-members.ts';
import { Budget, withAgentSums } from '../budget.ts';
import { Ballot } from '../decisions/ballot.ts';
import { Deliberation } from '../decisions/deliberation.ts';
import { isEntitled, PresentMembers } from '../decisions/electorate.ts';
import { OpenBallots } from '../decisions/open-ballots.ts';
import { CONTENDERS } from '../defaults.ts';
import type { EndedMergeWait, SwarmEvent } from '../events/events.ts';
import { ReadyTasks } from '../tasks/ready-tasks.ts';
import { isEnded, type Task } from '../tasks/task.ts';
import { TaskTree } from '../tasks/task-tree.ts';
import type { UnknownKeys } from './unknown-keys.ts';
import type { Abortion, Applicant, Pause, Rejection, Unpublished } from './unpublished.ts';

/**
 * One swarm from its creation to its end: everything in its manifest except the locks. It is built from a manifest, which may be typed,
 * logged, or written by another program. Where a manifest contradicts itself, leaves win over parents, and tasks over agents.
 */
export class SwarmRun {
  readonly id: string;
  /** The goal of the swarm. */
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
  /** The open votes. */
  readonly ballots = new OpenBallots();
  readonly silence: SilentMembers;
  /** Whether its members' locks end with the swarm. */
  readonly releasesLocks: boolean;
  /** Whether only those who were members when a vote was opened may vote. */
  readonly fixedElectorate: boolean;
  /** `coordinator`: recruited agents wait until the coordinator or a person admits them. */
  readonly admission: 'coordinator' | null;
  /** The agents that wait for admission, in the order in which they were recruited. */
  readonly applicants: Map<string, Applicant>;
  /** The agents that were refused admission and not admitted since. */
  readonly rejections: Map<string, Rejection>;
  /** The members who have not left. */
  readonly present = new PresentMembers();
  /** The events since the last `Swarm.takeEvents`. */
  readonly events: SwarmEvent[] = [];
  /** The merge waits that ended since the last `Swarm.takeEndedMergeWaits`. */
  readonly endedMergeWaits: EndedMergeWait[] = [];
  pause: Pause | null;
  /** Who aborted the swarm, if known. */
  abortion: Abortion | null;
  /** Whether the root had ended at the last check by `openFinalMerge`. */
  hadEnded: boolean;
  readonly #rest: UnknownKeys;

  /**
   * @param manifest a manifest whose decomposition has no problems (`decompositionProblems`)
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
    this.silence = new SilentMembers(unpublished.vanishAfterMs);
    this.releasesLocks = unpublished.releasesLocks;
    this.fixedElectorate = unpublished.fixedElectorate;
    this.admission = unpublished.admission;
    this.applicants = new Map(unpublished.applicants.map((each) => [each.agent, each]));
    this.rejections = new Map(unpublished.rejections.map((each) => [each.agent, each]));
    for (const [index, agent] of agents.entries()) {
      if (!this.members.has(agent.id)) this.join(new Member(agent, unpublished.activity[index] ?? at, unpublished.given[index] ?? at));
    }
    this.#remember(unpublished);
    if (strategy === 'competitive') for (const task of this.tree.tasks) convertToCandidate(task, at);
    this.adopt(this.tree.tasks);
    this.budget = new Budget(withAgentSums(manifest, this.members.size), created, unpublished);
    for (const agent of agents) this.#takeOverAssignments(agent);
    this.#silenceStrangers();
    if (this.isFinished) this.budget.stopClock(created + unpublished.stoppedMs + budget.spent.durationMs);
    else if (this.pause !== null) this.budget.stopClock(this.pause.at);
  }

  get isAborted(): boolean {
    return this.tree.isAborted;
  }

  /** True when there is nothing left to do: the root has ended, and its merge, if any, is approved or the swarm was aborted. */
  get isFinished(): boolean {
    const merge = this.tree.root.deliberation?.merge ?? null;
    return isEnded(this.tree.root.status) && (this.isAborted || merge === null || merge.state === 'approved');
  }

  /** In a competitive swarm: the number of agents that may take the same task. */
  get seats(): number {
    return Math.min(CONTENDERS, this.present.all);
  }

  /** Adds a new member. */
  join(member: Member): void {
    this.members.set(member.id, member);
    this.silence.watch(member);
    this.present.add(member);
  }

  /** Records that a member left or came back. */
  setLeft(member: Member, left: Member['left']): void {
    member.left = left;
    this.present.changed(member);
  }

  /** Creates a ballot that is opened now. */
  openBallot(options: readonly string[]): Ballot {
    return new Ballot(options, [], this.fixedElectorate ? { members: this.members.size, returned: [] } : null);
  }

  /** Applies the rules of the strategy to new tasks. */
  adopt(tasks: readonly Task[]): void {
    for (const task of tasks) {
      if (this.strategy === 'consensus') {
        const isAgreed = task.deliberation?.proposals.some(({ state }) => state === 'won') ?? false;
        task.isUnagreed = !isAgreed && (task.parent?.isUnagreed ?? true);
      }
      if (this.strategy === 'competitive') this.updateRoom(task);
      this.ballots.update(task);
      this.ready.update(task);
    }
  }

  /** In a competitive swarm: updates how many more agents may take a task. None may while its results are merged. */
  updateRoom(task: Task): void {
    const { candidates = [], merge = null } = task.deliberation ?? {};
    const taken = candidates.filter(({ state }) => state !== 'void');
    task.room = isEnded(task.status) || merge?.state === 'open' ? 0 : Math.max(0, this.seats - taken.length);
  }

  /** Reports whether an agent or person may decide for the swarm: the coordinator or any person. */
  isInCharge(by: string): boolean {
    return by === this.coordinator || isPerson(by);
  }

  /** Assigns a task, or unassigns it. The caller must change its status. */
  assign(task: Task, agent: string | null): void {
    task.assignedTo = agent;
    this.ready.update(task);
  }

  /** Restores start times of tasks and lost tasks of members. */
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

  /** Withdraws votes of those who may not vote. A file written by another program may contain such votes. */
  #silenceStrangers(): void {
    for (const { ballot } of this.ballots.all())
      for (const { agent } of ballot.voices) {
        const member = this.members.get(agent);
        if (member?.left !== null || !isEntitled(member, ballot)) ballot.withdraw(agent);
      }
  }

  /** Takes all tasks from an agent that left, and assigns tasks that only the agent's own list names. */
  #takeOverAssignments({ id, assignedTasks }: SwarmAgent): void {
    if (this.members.get(id)?.left !== null) {
      for (const task of this.ready.heldBy(id)) this.unassign(task, id);
      return;
    }
    // Several agents of a competitive swarm share a task, which `assignedTo` cannot express.
    if (this.strategy === 'competitive') return;
    for (const name of assignedTasks) {
      const task = this.tree.get(name);
      if (task?.isLeaf && task.status === 'pending' && task.assignedTo === null) this.assign(task, id);
    }
  }

  /** Takes a task from an agent. An active task without other holders or submissions becomes pending again. */
  unassign(task: Task, agent: string): void {
    const candidates = task.deliberation?.candidates;
    const place = candidates?.findIndex((each) => each.agent === agent && (each.state === 'assigned' || each.state === 'working')) ?? -1;
    if (place >= 0) candidates?.splice(place, 1);
    if (task.room !== null) this.updateRoom(task);
    this.assign(task, task.assignedTo === agent ? null : task.assignedTo);
    if (task.isLeaf && task.status === 'active' && task.holders.length === 0 && !this.isSubmitted(task)) this.tree.release(task);
  }

  /** Reports whether a candidate for a task has been submitted. */
  isSubmitted(task: Task): boolean {
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
      agents: [...this.members.values()].map((member) => member.toAgent(assigned.get(member.id) ?? [], this.isWorking(member.id))),
      locks: [...locks],
      decomposition: this.tree.toNode(),
      mergePolicy: this.mergePolicy,
      budget: this.budget.toBudget(now),
      ...this.#rest,
    };
  }

  /** Returns the state that the manifest has no field for. */
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

  isWorking(agent: string): boolean {
    return this.ready.activeOf(agent).size > 0;
  }
}

/** In a competitive swarm, converts an assignment from a plan or another program into a candidate, because no agent has a task alone. */
function convertToCandidate(task: Task, at: number): void {
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
