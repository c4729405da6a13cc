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
      id: text('Id of this agent.'),
      role: text('Role of the agent.'),
      expertise: texts('Capabilities of the agent.'),
      assignedTasks: texts('Ids of the tasks assigned to it.'),
      status: z.enum(['idle', 'working', 'blocked', 'done', 'failed']).describe('Status of the agent.'),
      startedAt: time('Start time.').optional(),
      completedAt: time('End time.').optional(),
      tokensUsed: count('Tokens used.'),
      costUsd: amount('Cost in US dollars.'),
    })
    .meta({ id: 'SwarmAgent', title: 'SwarmAgent', description: 'A member of the swarm.' }),
);

/** Seed 1, "TaskNode": a tree. This schema is recursive; trees from outside are validated by the iterative check in validate.ts. */
export const taskNodeSchema = onDemand(() => {
  const node = z.looseObject({
    id: text('Id of this task.'),
    description: text('Description of the task.'),
    assignedTo: text('Agent that the task is assigned to.').optional(),
    status: z.enum(['pending', 'active', 'done', 'failed', 'skipped']).describe('Status of the task.'),
    priority: amount('Lower is more urgent: 1 comes before 2.'),
    estimatedTokens: count('Estimated number of tokens.'),
    actualTokens: count('Tokens used.').optional(),
    dependencies: texts('Ids of the tasks that must be completed before it.'),
    get children() {
      return z.array(node).describe('Subtasks.');
    },
    output: z.unknown().describe('Result of the task.').optional(),
  });
  // Not chained, because the compiler cannot infer a recursive schema through a method call or a spread.
  z.globalRegistry.add(node, { id: 'TaskNode', title: 'TaskNode', description: 'A task and its subtasks.' });
  return node;
});

/** Schema of one task that does not check its children. */
export const taskNodeAloneSchema = onDemand(() => taskNodeSchema().extend({ children: z.array(z.unknown()) }));

/** Seed 1, "SwarmBudget". */
export const swarmBudgetSchema = onDemand(() =>
  z
    .looseObject({
      maxAgents: count('Maximum number of agents.'),
      maxTokens: count('Maximum number of tokens.'),
      maxCostUsd: amount('Maximum cost in US dollars.'),
      maxDurationMs: count('Maximum duration in milliseconds.'),
      spent: z
        .looseObject({
          agents: count('Agents that have joined.'),
          tokens: count('Tokens used so far.'),
          costUsd: amount('Cost so far, in US dollars.'),
          durationMs: count('Duration so far, in milliseconds.'),
        })
        .describe('Usage so far (computed).'),
    })
    .meta({ id: 'SwarmBudget', title: 'SwarmBudget', description: 'Limits of the swarm, and its usage so far.' }),
);

/** Seed 1, "MergePolicy". */
export const mergePolicySchema = onDemand(() =>
  z
    .looseObject({
      strategy: z.enum(['auto', 'voting', 'coordinator_review', 'human_review']).describe('Strategy for the decision on what is merged.'),
      conflictResolution: z
        .enum(['last_write', 'highest_confidence', 'coordinator_decides', 'vote'])
        .describe('How competing results for the same file or task are resolved.'),
      minAgreePercent: z.number().min(0).max(100).describe('Percentage of agents that must agree.').optional(),
      requireHumanApproval: z.boolean().describe('Whether a person must also approve.'),
    })
    .meta({ id: 'MergePolicy', title: 'MergePolicy', description: 'How the results of the agents are merged.' }),
);

/** Seed 1, "SwarmLock". */
export const swarmLockSchema = onDemand(() =>
  z
    .looseObject({
      path: text('Locked path: a folder ending in "/", or a glob, relative to the project root.'),
      agentId: text('Agent that holds the lock.'),
      type: z.enum(['exclusive', 'shared']).describe('exclusive excludes all other locks; shared excludes only exclusive ones.'),
      acquiredAt: time('Time of acquisition.'),
      expiresAt: time('Time of expiry.'),
      reason: text('Reason for the lock.'),
    })
    .meta({ id: 'SwarmLock', title: 'SwarmLock', description: 'A lease on files. It expires at expiresAt.' }),
);

/** Seed 1, "SwarmManifest". */
export const swarmManifestSchema = onDemand(() =>
  z
    .looseObject({
      id: text('Id of this swarm.'),
      task: text('Objective of the swarm.'),
      created: time('Creation time.'),
      coordinator: text('Id of the coordinator.'),
      strategy: swarmStrategySchema(),
      agents: z.array(swarmAgentSchema()).describe('The members of the swarm.'),
      locks: z.array(swarmLockSchema()).describe('Current locks.'),
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
