import * as fc from 'fast-check';
import type { TaskNode } from '../../src/engine/crtx/schema.ts';
import { decompositionProblems } from '../../src/engine/crtx/swarm/decomposition.ts';
import { Swarm } from '../../src/engine/crtx/swarm/swarm.ts';
import { creation, manifestOf, root, task, tasksOf } from '../unit/engine/crtx/swarm/make.ts';
import type { Outcome, SwarmModel } from './swarm-model.ts';

const AGENTS = ['a', 'b', 'c', 'd'];
export const agent = fc.constantFrom(...AGENTS);
const MOST = 9;
export const id = fc.nat(MOST).map((index) => (index === 0 ? 'root' : `t${index}`));

export const shapes = fc.array(
  fc.record({
    // Half of the tasks stand below the root, so that dependencies between parents are not always within one line.
    parent: fc.oneof(fc.constant(0), fc.nat(100)),
    priority: fc.integer({ min: 1, max: 2 }),
    estimatedTokens: fc.constantFrom(0, 1, 5, 20),
    dependencies: fc.uniqueArray(id, { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: MOST },
);

export function build(shape: typeof shapes extends fc.Arbitrary<infer Shape> ? Shape : never): {
  decomposition: TaskNode;
  nodes: TaskNode[];
} {
  const decomposition = root();
  const nodes = [decomposition];
  for (const [index, { parent, ...more }] of shape.entries()) {
    const node = task(`t${index + 1}`, { ...more, dependencies: [...more.dependencies] });
    nodes[parent % nodes.length]?.children.push(node);
    nodes.push(node);
  }
  return { decomposition, nodes };
}

/** Trees of which dependencies are left out until they can be worked on. */
const trees = shapes.map((shape) => {
  const { decomposition, nodes } = build(shape);
  const wished = nodes.flatMap((node) => node.dependencies.map((dependency) => ({ node, dependency })));
  for (const node of nodes) node.dependencies = [];
  for (const { node, dependency } of wished) {
    node.dependencies.push(dependency);
    if (decompositionProblems(decomposition).length > 0) node.dependencies.pop();
  }
  return decomposition;
});

/** Work fails less often than not, or nothing would be left to do. */
const ENDS = ['complete', 'complete', 'complete', 'complete', 'fail'] as const;

const commands = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constant('claim' as const), agent }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('take' as const), agent, id }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('start' as const), agent, id }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('assign' as const), agent, id, by: fc.constantFrom('queen', 'queen', ...AGENTS) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('complete' as const), agent, id }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('fail' as const), agent, id }) },
  { weight: 8, arbitrary: fc.record({ op: fc.constant('finish' as const), agent, nth: fc.nat(5), status: fc.constantFrom(...ENDS) }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('usage' as const), agent, tokens: fc.nat(40), costUsd: fc.constantFrom(0, 0.1, 0.07) }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('recruit' as const), agent }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('retire' as const), agent }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('restore' as const) }) },
);
type Command = typeof commands extends fc.Arbitrary<infer One> ? One : never;
type Step = Exclude<Command, { op: 'restore' | 'finish' }>;

/** The command with its task named: `finish` ends something that the agent really has. */
export function resolve(command: Exclude<Command, { op: 'restore' }>, swarm: Swarm): Step {
  if (command.op !== 'finish') return command;
  const { agent, nth, status: op } = command;
  const held = [...tasksOf(manifestOf(swarm)).values()].filter(({ assignedTo, children }) => assignedTo === agent && children.length === 0);
  return { op, agent, id: held[nth % Math.max(1, held.length)]?.id ?? 'root' };
}

export const scenarios = fc.record({
  decomposition: trees,
  strategy: fc.constantFrom('parallel' as const, 'hierarchical' as const),
  maxTokens: fc.constantFrom(60, 1000),
  maxAgents: fc.constantFrom(2, 3, 10),
  steps: fc.array(commands, { maxLength: 50 }),
});
export type Scenario = typeof scenarios extends fc.Arbitrary<infer One> ? One : never;

export function begin({ decomposition, strategy, maxTokens, maxAgents }: Scenario): Swarm {
  const swarm = new Swarm();
  swarm.create(creation(decomposition, { strategy, budget: { maxAgents, maxTokens, maxCostUsd: 1e6, maxDurationMs: 1e12 } }), 0);
  swarm.recruit({ agent: 'a', role: '', expertise: [] }, 0);
  return swarm;
}

type AnyAnswer = ReturnType<Swarm['claim' | 'assign' | 'complete' | 'fail' | 'usage' | 'recruit' | 'retire']>;

export function perform(swarm: Swarm, command: Step, at: number): AnyAnswer {
  switch (command.op) {
    case 'claim':
      return swarm.claim({ agent: command.agent }, at);
    case 'take':
      return swarm.claim({ agent: command.agent, task: command.id }, at);
    case 'start':
      return swarm.start({ agent: command.agent, task: command.id }, at);
    case 'assign':
      return swarm.assign({ agent: command.agent, task: command.id, by: command.by }, at);
    case 'complete':
      return swarm.complete({ agent: command.agent, task: command.id, output: at }, at);
    case 'fail':
      return swarm.fail({ agent: command.agent, task: command.id, reason: 'no' }, at);
    case 'usage':
      return swarm.usage({ agent: command.agent, tokens: command.tokens, costUsd: command.costUsd }, at);
    case 'recruit':
      return swarm.recruit({ agent: command.agent, role: '', expertise: [] }, at);
    case 'retire':
      return swarm.retire({ agent: command.agent }, at);
  }
}

export function outcome(answer: AnyAnswer): Outcome {
  if (answer.status === 'none') return answer.reason;
  if (answer.status === 'ok')
    return 'task' in answer && typeof answer.task === 'object' && answer.task !== null ? `ok ${answer.task.id}` : 'ok';
  if (answer.code === 'not-yours') return `not-yours ${answer.holder ?? 'nobody'}`;
  return answer.code === 'in-work' ? `in-work ${answer.holder}` : answer.code;
}

export function expected(model: SwarmModel, command: Step): Outcome {
  switch (command.op) {
    case 'claim':
      return model.claim(command.agent);
    case 'take':
      return model.take(command.id, command.agent, model.strategy === 'parallel');
    case 'start':
      return model.take(command.id, command.agent, false);
    case 'assign':
      return model.assign(command.id, command.agent, command.by);
    case 'complete':
      return model.end(command.id, command.agent, 'done');
    case 'fail':
      return model.end(command.id, command.agent, 'failed');
    case 'usage':
      return model.usage(command.agent, command.tokens, command.costUsd);
    case 'recruit':
      return model.recruit(command.agent);
    case 'retire':
      return model.retire(command.agent);
  }
}
