import type { SwarmLock, TaskNode } from '../../../engine/crtx/index.ts';
import { describeLockPath, isParticipating } from '../../../engine/swarm/index.ts';
import { lockChoices } from '../../model/locks/lock-choices.ts';
import { getTaskIndex, type TaskEntry } from '../../model/swarm/task-index.ts';
import { manifestOf, type ProjectViewModel } from '../../model/swarm/view-model.ts';
import { duration, oneLine, pickText, usd } from '../../model/text.ts';
import { askText, type Choice, choose, chooseSome, NothingToChoose, requireNonEmpty } from '../ask.ts';

export function required<Value>(choices: readonly Choice<Value>[], nothing: string): readonly Choice<Value>[] {
  if (choices.length === 0) throw new NothingToChoose(nothing);
  return choices;
}

/** @throws NothingToChoose, Cancelled */
export function pickTask(viewModel: ProjectViewModel, title: string, fits: (node: TaskNode) => boolean): Promise<TaskNode> {
  const manifest = manifestOf(viewModel);
  const index = manifest === null ? null : getTaskIndex(manifest);
  const choices = (index?.entries ?? []).filter(({ node }) => node.children.length === 0 && fits(node)).map(taskChoice);
  return choose(required(choices, 'There is no matching task.'), { title, placeHolder: 'Choose a task' });
}

function taskChoice({ node }: TaskEntry): Choice<TaskNode> {
  const { id, description, status, assignedTo } = node;
  const detail = assignedTo === undefined ? status : `${status}, ${assignedTo}`;
  return { label: pickText(description) || pickText(id), description: `${pickText(id, 60)} · ${pickText(detail)}`, value: node };
}

/** Asks for an agent of the swarm. @throws NothingToChoose, Cancelled */
export function pickAgent(viewModel: ProjectViewModel, title: string): Promise<string> {
  const agents = (manifestOf(viewModel)?.agents ?? []).filter(isParticipating);
  const choices = agents.map(({ id, role, status, costUsd }) => ({
    label: pickText(id, 60),
    description: `${pickText(role, 60)} · ${status} · ${usd(costUsd)}`,
    value: id,
  }));
  return choose(required(choices, 'The swarm has no agents. Run "Cortex Swarm: Recruit Agent".'), {
    title,
    placeHolder: 'Choose an agent',
  });
}

/** Asks for locks of an agent. @throws NothingToChoose, Cancelled */
export function pickLocksOf(agent: string, { view, now }: ProjectViewModel, title: string): Promise<SwarmLock[]> {
  const held = (view?.locks ?? []).filter(({ agentId }) => agentId === agent);
  const choices = required(lockChoices(held, now), `${oneLine(agent, 60)} holds no lock.`);
  return chooseSome(choices, { title, placeHolder: 'Choose locks' });
}

/** @throws NothingToChoose, Cancelled */
export function pickLock({ view, now }: ProjectViewModel, title: string): Promise<SwarmLock> {
  const choices = required(lockChoices(view?.locks ?? [], now), 'Nothing is locked.');
  return choose(choices, { title, placeHolder: 'Choose a lock' });
}

interface PathOfAgent {
  readonly kind: 'lock' | 'wait';
  readonly path: string;
  readonly agent: string;
}

/** Asks for a lock, or for a wait whose path is not locked under exactly that path. @throws NothingToChoose, Cancelled */
export function pickLockOrWait({ view, now }: ProjectViewModel, title: string): Promise<PathOfAgent> {
  const locks = view?.locks ?? [];
  const held = new Set(locks.map(({ path }) => path));
  const waits = (view?.waiting ?? []).flatMap(({ agentId: agent, paths }) =>
    paths.filter((path) => !held.has(path)).map((path): PathOfAgent => ({ kind: 'wait', path, agent })),
  );
  const choices: Choice<PathOfAgent>[] = [
    ...lockChoices(locks, now).map(({ value, ...choice }) => ({
      ...choice,
      value: { kind: 'lock' as const, path: value.path, agent: value.agentId },
    })),
    ...waits.map((value) => ({
      label: pickText(describeLockPath(value.path)),
      description: `${pickText(value.agent, 60)} waits for it`,
      value,
    })),
  ];
  return choose(required(choices, 'Nothing is locked, and no agents are waiting.'), { title, placeHolder: 'Choose a lock, or a wait' });
}

/** Asks for a role: one that other agents have, or a new one. @throws Cancelled */
export async function pickRole(viewModel: ProjectViewModel, title: string): Promise<string> {
  const known = [...new Set((manifestOf(viewModel)?.agents ?? []).map(({ role }) => role))];
  const ask = () => askText({ title, prompt: 'Role of the agent', check: requireNonEmpty });
  if (known.length === 0) return ask();
  const choices: Choice<string | null>[] = known.map((role) => ({ label: pickText(role), value: role }));
  choices.push({ label: '$(edit) Another role…', value: null });
  return (await choose(choices, { title, placeHolder: 'Choose a role' })) ?? ask();
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Asks for the duration of a lock, in milliseconds. @throws Cancelled */
export function pickDuration(title: string): Promise<number> {
  const choices = [5 * MINUTE, 15 * MINUTE, MINUTE, 60 * MINUTE, 8 * 60 * MINUTE].map((value) => ({ label: duration(value), value }));
  return choose(choices, { title, placeHolder: 'For how long?' });
}
