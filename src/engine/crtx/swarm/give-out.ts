import { isPerson } from '../people.ts';
import { type Strategy, strategyOf } from './strategies.ts';
import { type Done, FEW, type Given, type NothingToGive, type Refused, type Verdict } from './swarm-answers.ts';
import type { SwarmInput } from './swarm-records.ts';
import type { SwarmRun } from './swarm-run.ts';
import { compareTasks, isEnded, type Task } from './task.ts';
import { openTask, refuse, refuseAgent, refuseEnded, refuseOthers, refuseParent } from './verdicts.ts';

/** Who is assigned to a task above `task`, nearest first, each once. */
function holdersAbove(task: Task): string[] {
  const holders = new Set<string>();
  for (let above = task.parent; above !== null; above = above.parent) if (above.assignedTo !== null) holders.add(above.assignedTo);
  return [...holders];
}

function mayAssign(run: SwarmRun, task: Task, by: string): boolean {
  return by === run.coordinator || isPerson(by) || holdersAbove(task).includes(by);
}

/**
 * Gives a task into somebody's hands: a leaf to be worked on, or a parent whose tasks the agent then assigns. Allowed to the
 * coordinator, a person, and whoever holds a task above it, as long as nobody works on it and the budget is not used up.
 */
export function assign(run: SwarmRun, { task: id, agent, by }: SwarmInput<'assign'>, at: number): Verdict<Done['assign']> {
  const task = run.tree.get(id);
  if (task === undefined) return refuse({ code: 'unknown-task', task: id });
  if (!mayAssign(run, task, by)) {
    return refuse({ code: 'not-coordinator', by, task: id, coordinator: run.coordinator, holders: holdersAbove(task) });
  }
  const refused = refuseAgent(run, agent);
  if (refused !== null) return refused;
  if (isEnded(task.status)) return refuseEnded(task);
  const previous = task.assignedTo;
  const isWorkedOn = task.isLeaf && task.status === 'active' && previous !== null;
  if (isWorkedOn && previous !== agent) return refuse({ code: 'in-work', task: id, holder: previous });
  const limits = previous === agent ? [] : run.budget.reached(at);
  if (limits.length > 0) return refuse({ code: 'over-budget', limits });
  run.assign(task, agent);
  return { status: 'ok', task: id, agent, previous, again: previous === agent };
}

/** Puts a ready task into an agent's hands. */
function begin(run: SwarmRun, task: Task, agent: string, at: number): Verdict<Given> {
  const member = run.members.get(agent);
  if (member !== undefined) {
    member.startedAt ??= at;
    member.isBlocked = false;
  }
  run.assign(task, agent);
  run.tree.setStatus(task, 'active');
  return given(task, false);
}

function given(task: Task, again: boolean): Verdict<Given> {
  return { status: 'ok', task: task.toNode(), again };
}

/** Refuses a task that nobody could begin now. */
function refuseUnready(run: SwarmRun, task: Task, at: number): Refused | null {
  const limits = run.budget.reached(at);
  if (limits.length > 0) return refuse({ code: 'over-budget', limits });
  if (task.open === 0) return null;
  return refuse({ code: 'waits-for', task: task.id, dependencies: run.tree.openDependencies(task, FEW).map(openTask) });
}

/** A task that is asked for by name, to be begun by `agent`. @param takesFree whether it may be one that nobody is assigned to */
function take(run: SwarmRun, id: string, agent: string, at: number, takesFree: boolean): Verdict<Given> {
  const task = run.tree.get(id);
  if (task === undefined) return refuse({ code: 'unknown-task', task: id });
  if (!task.isLeaf) return refuseParent(task);
  if (isEnded(task.status)) return refuseEnded(task);
  if (task.assignedTo !== null && task.assignedTo !== agent) return refuseOthers(task);
  if (task.status === 'active' && task.assignedTo === agent) return given(task, true);
  // Active and nobody's: another program wrote it so. Who asks for it by name may have it.
  if (task.assignedTo === null && !takesFree) return refuse({ code: 'not-assigned', task: id, agent, coordinator: run.coordinator });
  return refuseUnready(run, task, at) ?? begin(run, task, agent, at);
}

/** Begins a task that is assigned to the agent. */
export function start(run: SwarmRun, { task, agent }: SwarmInput<'start'>, at: number): Verdict<Given> {
  const refused = refuseAgent(run, agent);
  if (refused !== null) return refused;
  if (strategyOf(run) === undefined) return refuse({ code: 'unsupported-strategy', strategy: run.strategy });
  return take(run, task, agent, at, false);
}

/** Gives out a task: the one that is named, or what the agent works on already, or what the strategy has for it. */
export function claim(run: SwarmRun, { agent, task }: SwarmInput<'claim'>, at: number): Verdict<Given> | NothingToGive {
  const refused = refuseAgent(run, agent);
  if (refused !== null) return refused;
  const strategy = strategyOf(run);
  if (strategy === undefined) return refuse({ code: 'unsupported-strategy', strategy: run.strategy });
  return task === undefined ? claimNext(run, strategy, agent, at) : take(run, task, agent, at, strategy.takesFree);
}

function claimNext(run: SwarmRun, strategy: Strategy, agent: string, at: number): Verdict<Given> | NothingToGive {
  // Who asks anew has forgotten, as agents do that were started again.
  const [unfinished] = [...run.ready.activeOf(agent)].sort(compareTasks);
  if (unfinished !== undefined) return given(unfinished, true);
  if (run.isFinished) return { status: 'none', reason: 'all-done', outcome: run.tree.root.status };
  const limits = run.budget.reached(at);
  if (limits.length > 0) return { status: 'none', reason: 'over-budget', limits };
  const next = strategy.next(run, agent);
  return next?.isReady ? begin(run, next, agent, at) : { status: 'none', ...strategy.nothing(run, agent) };
}
