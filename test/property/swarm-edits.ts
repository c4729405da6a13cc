import * as fc from 'fast-check';
import type { SwarmAgent, SwarmManifest, TaskNode } from '../../src/engine/crtx/schema.ts';
import { decompositionProblems } from '../../src/engine/swarm/tasks/task-problems.ts';
import { jsonValues } from '../support/json-values.ts';
import { task, tasksOf } from '../unit/engine/swarm/make.ts';
import { id } from './swarm-scenarios.ts';

const agent = fc.constantFrom('a', 'b', 'c', 'd');

export const edits = fc.array(
  fc.oneof(
    fc.record({
      edit: fc.constant('status' as const),
      id,
      status: fc.constantFrom('active' as const, 'done' as const, 'failed' as const),
      agent,
    }),
    fc.record({
      edit: fc.constant('text' as const),
      id,
      description: fc.string(),
      priority: fc.integer({ min: 0, max: 4 }),
      estimatedTokens: fc.nat(30),
    }),
    fc.record({ edit: fc.constant('add' as const), id, index: fc.nat(5), dependencies: fc.uniqueArray(id, { maxLength: 1 }) }),
    fc.record({ edit: fc.constant('assign' as const), id, agent }),
    fc.record({ edit: fc.constant('output' as const), id, output: jsonValues() }),
    fc.record({ edit: fc.constant('join' as const), name: fc.string({ minLength: 9 }), tokens: fc.nat(100) }),
    fc.record({ edit: fc.constant('usage' as const), agent, tokens: fc.nat(100) }),
    fc.record({ edit: fc.constant('leave' as const), agent }),
    fc.record({ edit: fc.constant('swarm' as const), task: fc.string(), maxTokens: fc.nat(100_000) }),
    fc.record({ edit: fc.constant('rest' as const), id, value: jsonValues() }),
  ),
  { maxLength: 8 },
);
type Edit = typeof edits extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Applies an edit that only moves forward; an edit that would revert something is skipped. */
export function editForward(manifest: SwarmManifest, edit: Edit, number: number): void {
  const node = 'id' in edit ? tasksOf(manifest).get(edit.id) : undefined;
  const member = 'agent' in edit ? manifest.agents.find((each) => each.id === edit.agent) : undefined;
  if (node !== undefined) editTask(manifest, node, member, edit, number);
  else if (member !== undefined) editAgent(manifest, member, edit);
  else if (edit.edit === 'join') join(manifest, edit.name, edit.tokens);
  else if (edit.edit === 'swarm') Object.assign(manifest, { task: edit.task, budget: { ...manifest.budget, maxTokens: edit.maxTokens } });
}

function editTask(manifest: SwarmManifest, node: TaskNode, member: SwarmAgent | undefined, edit: Edit, number: number): void {
  if (edit.edit === 'text') {
    Object.assign(node, { description: edit.description, priority: edit.priority, estimatedTokens: edit.estimatedTokens });
  }
  if (edit.edit === 'output') node.output = edit.output;
  if (edit.edit === 'rest') Object.assign(node, { colour: edit.value });
  if (node.status !== 'pending' && node.status !== 'active') return;
  const isLeaf = node.children.length === 0;
  if (edit.edit === 'add' && !(isLeaf && node.status === 'active')) {
    const added = task(`n${number}`, { dependencies: edit.dependencies });
    node.children.splice(edit.index, 0, added);
    if (decompositionProblems(manifest.decomposition).length > 0) added.dependencies = [];
  }
  if (!isLeaf || member === undefined || member.status === 'done') return;
  const assignedTo = node.status === 'active' ? node.assignedTo : member.id;
  if (edit.edit === 'assign') Object.assign(node, { assignedTo });
  if (edit.edit === 'status') Object.assign(node, { status: edit.status, assignedTo });
}

function editAgent(manifest: SwarmManifest, member: SwarmAgent, edit: Edit): void {
  if (edit.edit === 'leave' && member.status === 'idle') Object.assign(member, { status: 'done', completedAt: 77 });
  if (edit.edit !== 'usage') return;
  member.tokensUsed += edit.tokens;
  manifest.budget.spent.tokens += edit.tokens;
}

function join({ agents, budget }: SwarmManifest, name: string, tokens: number): void {
  if (budget.spent.agents >= budget.maxAgents || agents.some((each) => each.id === name)) return;
  agents.push({ id: name, role: 'r', expertise: [], assignedTasks: [], status: 'idle', tokensUsed: tokens, costUsd: 0 });
  budget.spent.agents += 1;
  budget.spent.tokens += tokens;
}

/** Applies any edit, also one that would revert a decision. */
export function editAnyhow(manifest: SwarmManifest, edit: Edit): void {
  const node = 'id' in edit ? tasksOf(manifest).get(edit.id) : undefined;
  if (edit.edit === 'leave') manifest.agents = manifest.agents.filter((each) => each.id !== edit.agent);
  if (node === undefined) return;
  if (edit.edit === 'status') Object.assign(node, { status: edit.status, assignedTo: edit.agent });
  if (edit.edit === 'assign') Object.assign(node, { status: 'pending', assignedTo: edit.agent });
  if (edit.edit === 'add') node.children = [];
}
