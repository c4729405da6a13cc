import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { amount, count, type Known, text, texts, time } from './parts.ts';

/** Seed 1, "SwarmStrategy". */
export const swarmStrategySchema = onDemand(() =>
  z.enum(['parallel', 'pipeline', 'hierarchical', 'consensus', 'competitive']).meta({
    id: 'SwarmStrategy',
    title: 'SwarmStrategy',
    description: [
      'parallel: all agents work independently, merge at end',
      "pipeline: sequential, each agent's output feeds the next",
      'hierarchical: queen delegates to workers',
      'consensus: agents vote on approach before executing',
      'competitive: multiple agents solve same task, best wins',
    ].join('; '),
  }),
);

/** Seed 1, "SwarmAgent". */
export const swarmAgentSchema = onDemand(() =>
  z
    .looseObject({
      id: text('The identity of this agent.'),
      role: text('What it is here for.'),
      expertise: texts('What it is good at.'),
      assignedTasks: texts('The ids of the tasks that it holds.'),
      status: z.enum(['idle', 'working', 'blocked', 'done', 'failed']).describe('What it is doing now.'),
      startedAt: time('When it started.').optional(),
      completedAt: time('When it finished.').optional(),
      tokensUsed: count('Tokens that it has used.'),
      costUsd: amount('What it has cost, in US dollars.'),
    })
    .meta({ id: 'SwarmAgent', title: 'SwarmAgent', description: 'A member of the swarm.' }),
);

/** Seed 1, "TaskNode": a tree. This schema is recursive; trees from outside are validated by the iterative check in validate.ts. */
export const taskNodeSchema = onDemand(() => {
  const node = z.looseObject({
    id: text('The identity of this task.'),
    description: text('What is to be done.'),
    assignedTo: text('The agent that holds it.').optional(),
    status: z.enum(['pending', 'active', 'done', 'failed', 'skipped']).describe('How far it is.'),
    priority: amount('Lower is more urgent: 1 comes before 2.'),
    estimatedTokens: count('Tokens that it is expected to take.'),
    actualTokens: count('Tokens that it took.').optional(),
    dependencies: texts('The ids of the tasks that must be done before it.'),
    get children() {
      return z.array(node).describe('The tasks that it consists of.');
    },
    output: z.unknown().describe('What it produced.').optional(),
  });
  // Not chained, because the compiler cannot infer a recursive schema through a method call or a spread.
  z.globalRegistry.add(node, { id: 'TaskNode', title: 'TaskNode', description: 'A task, and the tasks that it consists of.' });
  return node;
});

/** Schema of one task that does not check its children. */
export const taskNodeAloneSchema = onDemand(() => taskNodeSchema().extend({ children: z.array(z.unknown()) }));

/** Seed 1, "SwarmBudget". */
export const swarmBudgetSchema = onDemand(() =>
  z
    .looseObject({
      maxAgents: count('The most agents that may join.'),
      maxTokens: count('The most tokens that may be used.'),
      maxCostUsd: amount('The most that it may cost, in US dollars.'),
      maxDurationMs: count('The longest that it may take, in milliseconds.'),
      spent: z
        .looseObject({
          agents: count('Agents that have joined.'),
          tokens: count('Tokens used so far.'),
          costUsd: amount('Cost so far, in US dollars.'),
          durationMs: count('Time so far, in milliseconds.'),
        })
        .describe('What has been spent so far; derived, never typed in.'),
    })
    .meta({ id: 'SwarmBudget', title: 'SwarmBudget', description: 'What the swarm may spend, and what it has spent.' }),
);

/** Seed 1, "MergePolicy". */
export const mergePolicySchema = onDemand(() =>
  z
    .looseObject({
      strategy: z.enum(['auto', 'voting', 'coordinator_review', 'human_review']).describe('Who decides what is merged.'),
      conflictResolution: z
        .enum(['last_write', 'highest_confidence', 'coordinator_decides', 'vote'])
        .describe('What picks between results for the same file or task.'),
      minAgreePercent: z.number().min(0).max(100).describe('The share of agents that must agree, in percent.').optional(),
      requireHumanApproval: z.boolean().describe('Whether a person must approve as well.'),
    })
    .meta({ id: 'MergePolicy', title: 'MergePolicy', description: 'How the results of the agents become one.' }),
);

/** Seed 1, "SwarmLock". */
export const swarmLockSchema = onDemand(() =>
  z
    .looseObject({
      path: text('What is locked: a path, a folder ending in "/", or a glob, relative to the project root.'),
      agentId: text('Who holds it.'),
      type: z.enum(['exclusive', 'shared']).describe('exclusive keeps all others out; shared keeps out exclusive only.'),
      acquiredAt: time('When it was taken.'),
      expiresAt: time('When it ends by itself.'),
      reason: text('What it is held for.'),
    })
    .meta({ id: 'SwarmLock', title: 'SwarmLock', description: 'A lease on files: when expiresAt has passed, it is gone.' }),
);

/** Seed 1, "SwarmManifest". */
export const swarmManifestSchema = onDemand(() =>
  z
    .looseObject({
      id: text('The identity of this swarm.'),
      task: text('What the swarm is to achieve.'),
      created: time('When it was formed.'),
      coordinator: text('The id of the agent that coordinates it.'),
      strategy: swarmStrategySchema(),
      agents: z.array(swarmAgentSchema()).describe('The members of the swarm.'),
      locks: z.array(swarmLockSchema()).describe('What is locked now.'),
      decomposition: taskNodeSchema(),
      mergePolicy: mergePolicySchema(),
      budget: swarmBudgetSchema(),
    })
    .meta({ id: 'SwarmManifest', title: 'SwarmManifest', description: 'Active multi-agent coordination.' }),
);

/** Schema of a swarm that does not check the children of its root task. */
export const swarmManifestAloneSchema = onDemand(() => swarmManifestSchema().extend({ decomposition: taskNodeAloneSchema() }));

export type SwarmStrategy = Checked<typeof swarmStrategySchema>;
export type SwarmAgent = Known<Checked<typeof swarmAgentSchema>>;
export type TaskNode = Known<Checked<typeof taskNodeSchema>>;
export type SwarmBudget = Known<Checked<typeof swarmBudgetSchema>>;
export type MergePolicy = Known<Checked<typeof mergePolicySchema>>;
export type SwarmLock = Known<Checked<typeof swarmLockSchema>>;
export type SwarmManifest = Known<Checked<typeof swarmManifestSchema>>;
