import { expect } from 'vitest';
import type { SwarmManifest, TaskNode } from '../../src/engine/crtx/schema.ts';
import { swarmManifestSchema } from '../../src/engine/crtx/schema.ts';
import { excludes } from '../support/lock-model.ts';
import { tasksOf } from '../unit/engine/swarm/make.ts';

/** Invariants of a swarm, checked only with its file before and after a record. */
export class Invariants {
  /** Number of checks. */
  checks = 0;

  /** @param op the operation of the record */
  check(op: string, before: SwarmManifest | null, after: SwarmManifest): void {
    this.#is(exclusiveHolders(after), 'two exclusive holders');
    this.#is(heldTwice(after), 'a task held twice');
    this.#is(shapeProblems(after), 'a file that the types of the seed refuse');
    if (before === null || before.id !== after.id) return;
    // Work that another program writes is not assigned by the swarm.
    if (op !== 'adopt') this.#is(givenPastBudget(before, after), 'work given out past the budget');
    if (op !== 'swarm.retry' && op !== 'swarm.create') this.#is(undone(before, after), 'an end taken back');
  }

  #is(problems: readonly string[], what: string): void {
    this.checks += 1;
    expect(problems, what).toEqual([]);
  }
}

const leavesOf = (manifest: SwarmManifest) => [...tasksOf(manifest).values()].filter(({ children }) => children.length === 0);

function exclusiveHolders({ locks }: SwarmManifest): string[] {
  const wishes = locks.map((lock) => ({ ...lock, paths: [lock.path] }));
  return wishes.flatMap((one, index) => {
    const others = wishes.slice(index + 1).filter((other) => excludes(one, other));
    return others.map((other) => `${one.path} of ${one.agentId} and ${other.path} of ${other.agentId}`);
  });
}

/** Returns tasks with more than one holder, by their own field and by the agents' lists. */
function heldTwice(manifest: SwarmManifest): string[] {
  if (manifest.strategy === 'competitive') return [];
  const open = leavesOf(manifest).filter(({ status }) => status === 'pending' || status === 'active');
  return open.flatMap(({ id, assignedTo }) => {
    const listed = manifest.agents.filter(({ assignedTasks }) => assignedTasks.includes(id)).map((agent) => agent.id);
    const holders = new Set([...listed, ...(assignedTo === undefined ? [] : [assignedTo])]);
    return holders.size > 1 || listed.length > 1 ? [`${id}: ${[...holders].join(', ')}`] : [];
  });
}

/** Returns pairs of a task and the agent that works on it. */
function workOf(manifest: SwarmManifest): string[] {
  return leavesOf(manifest).flatMap(({ id, status, assignedTo, output }) => {
    if (manifest.strategy === 'competitive') return workingCandidates(output).map((agent) => `${id} ${agent}`);
    return status === 'active' ? [`${id} ${assignedTo}`] : [];
  });
}

function workingCandidates(output: unknown): string[] {
  const candidates: unknown = typeof output === 'object' && output !== null && 'candidates' in output ? output.candidates : [];
  const working = JSON.stringify(candidates).matchAll(/"agent":"([^"]*)","state":"working"/g);
  return [...working].map(([, agent = '']) => agent);
}

function givenPastBudget(before: SwarmManifest, after: SwarmManifest): string[] {
  const { maxTokens, maxCostUsd, spent } = before.budget;
  if (spent.tokens < maxTokens && spent.costUsd < maxCostUsd) return [];
  const inHand = new Set(workOf(before));
  return workOf(after).filter((work) => !inHand.has(work));
}

function undone(before: SwarmManifest, after: SwarmManifest): string[] {
  const now = tasksOf(after);
  const ended = leavesOf(before).filter(({ status }) => status === 'done' || status === 'failed');
  return ended.filter(({ id, status }) => now.get(id)?.status !== status).map(({ id }) => id);
}

const { agents, budget, decomposition, locks } = swarmManifestSchema().shape;

/** Returns problems of the shape: each object must have only keys of the seed, and none of them undefined. */
export function shapeProblems(manifest: SwarmManifest): string[] {
  const parsed = swarmManifestSchema().safeParse(manifest);
  if (!parsed.success) return parsed.error.issues.map(({ message, path }) => `${path.join('.')}: ${message}`);
  expect(JSON.parse(JSON.stringify(manifest))).toStrictEqual(manifest);
  const nodes: TaskNode[] = [...tasksOf(manifest).values()];
  return [
    ...unknownKeys(manifest, swarmManifestSchema()),
    ...[manifest.budget, manifest.budget.spent].flatMap((each, index) => unknownKeys(each, index === 0 ? budget : budget.shape.spent)),
    ...manifest.agents.flatMap((each) => unknownKeys(each, agents.element)),
    ...manifest.locks.flatMap((each) => unknownKeys(each, locks.element)),
    ...nodes.flatMap((each) => unknownKeys(each, decomposition)),
  ];
}

function unknownKeys(value: object, schema: { readonly shape: object }): string[] {
  return Object.keys(value).filter((key) => !(key in schema.shape));
}
