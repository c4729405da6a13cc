import * as fc from 'fast-check';
import type { SwarmAgent, SwarmManifest, TaskNode } from '../../src/engine/crtx/schema.ts';
import { task, tasksOf } from '../unit/engine/swarm/make.ts';

const AGENTS = ['a', 'b', 'c', 'd', 'stranger'];

/** Edits of the file by hand, allowed or not. */
export const handEdits = fc.record({
  edit: fc.constantFrom(
    ...([
      'begin',
      'begin',
      'end',
      'end',
      'end',
      'skip',
      'assign',
      'give-back',
      'text',
      'add',
      'add',
      'add-for',
      'depend',
      'join',
      'usage',
    ] as const),
    ...(['leave', 'leave', 'return', 'block', 'goal', 'limit', 'policy', 'forge', 'remove-task', 'remove-agent', 'coordinator'] as const),
  ),
  nth: fc.nat(60),
  agent: fc.constantFrom(...AGENTS),
  isOdd: fc.boolean(),
});
export type HandEdit = typeof handEdits extends fc.Arbitrary<infer One> ? One : never;

/** Applies an edit in place. @param number makes new ids unique */
export function editByHand(manifest: SwarmManifest, wished: HandEdit, number: number): void {
  const nodes = [...tasksOf(manifest).values()];
  const node = nodes[wished.nth % nodes.length];
  const member = manifest.agents[wished.nth % Math.max(1, manifest.agents.length)];
  if (node !== undefined) taskEdits[wished.edit]?.({ node, nodes, wished, number });
  if (member !== undefined) editAgent(manifest, member, wished);
  editSwarm(manifest, wished, number);
}

interface Place {
  readonly node: TaskNode;
  readonly nodes: readonly TaskNode[];
  readonly wished: HandEdit;
  readonly number: number;
}

const idOf = (nodes: readonly TaskNode[], nth: number) => nodes[nth % nodes.length]?.id ?? 'root';

/** Edits of a task. */
const taskEdits: Partial<Record<HandEdit['edit'], (place: Place) => void>> = {
  begin: ({ node, wished: { agent } }) => void Object.assign(node, { status: 'active', assignedTo: agent }),
  end: ({ node, wished: { agent, nth, isOdd }, number }) => {
    Object.assign(node, isOdd ? { status: 'done', assignedTo: agent } : { status: 'failed' });
    if (nth % 2 === 0) node.output = { byHand: number };
  },
  skip: ({ node }) => void Object.assign(node, { status: 'skipped' }),
  assign: ({ node, wished: { agent } }) => void Object.assign(node, { assignedTo: agent }),
  'give-back': ({ node, wished: { isOdd } }) => {
    delete node.assignedTo;
    if (isOdd) node.status = 'pending';
  },
  text: ({ node, wished: { nth }, number }) =>
    void Object.assign(node, { description: `by hand ${number}`, priority: nth % 4, estimatedTokens: nth }),
  add: ({ node, nodes, wished: { nth, isOdd }, number }) =>
    void node.children.splice(nth % 3, 0, task(`h${number}`, { dependencies: isOdd ? [idOf(nodes, nth % 3)] : [] })),
  'add-for': ({ node, wished: { agent, nth, isOdd }, number }) =>
    void node.children.splice(nth % 3, 0, task(`h${number}`, { assignedTo: agent, status: isOdd ? 'active' : 'pending' })),
  depend: ({ node, nodes, wished: { nth } }) => void Object.assign(node, { dependencies: [idOf(nodes, nth * 7)] }),
  forge: ({ node, wished: { agent }, number }) =>
    void Object.assign(node, { output: { cortex: 'deliberation', proposals: [forgedProposal(agent, number)] } }),
  'remove-task': ({ node, nodes }) => {
    for (const parent of nodes) parent.children = parent.children.filter((child) => child !== node);
  },
};

function forgedProposal(agent: string, number: number): object {
  return { id: `prp_forged_${number}`, agent, approach: 'mine', confidence: 1, at: 0, state: 'won', agree: 9, against: 0 };
}

function editAgent(manifest: SwarmManifest, member: SwarmAgent, { edit, nth, isOdd }: HandEdit): void {
  if (edit === 'leave') member.status = isOdd ? 'done' : 'failed';
  if (edit === 'return') member.status = 'idle';
  if (edit === 'block') member.status = 'blocked';
  if (edit === 'usage') member.tokensUsed += isOdd ? nth : -1;
  if (edit === 'remove-agent') manifest.agents = manifest.agents.filter((each) => each !== member);
}

function editSwarm(manifest: SwarmManifest, { edit, agent, nth, isOdd }: HandEdit, number: number): void {
  const { agents, budget } = manifest;
  if (edit === 'goal') manifest.task = `goal ${number}`;
  if (edit === 'limit') budget.maxTokens = nth * 20;
  if (edit === 'policy') manifest.mergePolicy = { ...manifest.mergePolicy, minAgreePercent: nth };
  if (edit === 'coordinator') manifest.coordinator = agent;
  if (edit === 'usage' && isOdd) budget.spent.tokens += nth;
  if (edit !== 'join' || agents.some(({ id }) => id === agent)) return;
  agents.push({ id: agent, role: 'by hand', expertise: [], assignedTasks: [], status: 'idle', tokensUsed: nth, costUsd: 0 });
}
