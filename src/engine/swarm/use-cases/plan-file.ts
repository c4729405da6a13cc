import path from 'node:path';
import { writeFileDurable } from '../../files/atomic-file.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { findPlan, readPlan } from '../plans/plan.ts';
import type { PlanInput, PlanOutput } from '../schemas/plan.ts';
import { createOutline } from '../tasks/outline.ts';

/** A plan with the usual keys, for a person to change. */
const NEW_PLAN = `# A plan for a swarm. Check it:     cortex swarm plan check plan.yaml
# Create the swarm with it:         cortex swarm create --task GOAL --coordinator NAME --file plan.yaml

decomposition:
  id: release                       # a short name; agents and commands use it
  description: Release 1.0
  children:
    - id: parser
      description: Write the parser, with tests
      priority: 1                   # a lower number is more urgent (default: 3)
      estimatedTokens: 40000        # what it may cost; the longest chain of tasks begins first
    - id: docs
      description: Write the guide
      dependencies: [parser]        # begins when these are done
    - id: checks                    # a task with subtasks is done when they are
      description: Check the release
      dependencies: [parser]
      children:
        - { id: speed, description: Measure the speed }
        - { id: review, description: Review all changes, dependencies: [docs] }

budget:                             # the swarm stops at the first limit that it reaches
  maxAgents: 5
  maxTokens: 2000000
  maxCostUsd: 20
  maxDurationMs: 14400000           # 4 hours

mergePolicy:
  strategy: coordinator_review      # who judges the result: auto, voting, coordinator_review, human_review
  conflictResolution: coordinator_decides  # of competing results: last_write, highest_confidence, coordinator_decides, vote

admission: open                     # who may join: open, or coordinator (agents that it admits)
`;

async function newPlan({ runtime }: OperationContext, name: string | undefined): Promise<PlanOutput> {
  const file = name === undefined ? null : path.resolve(name);
  if (file !== null) await writeFileDurable(runtime, file, Buffer.from(NEW_PLAN), { exclusive: true });
  return { plan: NEW_PLAN, file, tasks: [], budget: null };
}

/**
 * Makes a plan to fill in, or checks a plan and lists its tasks. Needs no project.
 * @throws CortexError `already-exists` for a new file; `invalid-input`, `not-found` or `broken-file` for the plan that is checked
 */
export async function planFile(context: OperationContext, { action, file: name, strategy }: PlanInput): Promise<Outcome<PlanOutput>> {
  if (action === 'new') return { ok: true, output: await newPlan(context, name) };
  if (name === undefined)
    throw new CortexError('invalid-input', 'the plan to check is missing', { next: 'Name its file: cortex swarm plan check plan.yaml' });
  const place = await findPlan(context, name);
  const plan = readPlan(context.runtime.fs, place, 'GOAL', strategy);
  const { nodes, levels } = createOutline(plan.decomposition);
  const tasks = nodes.map(({ id, description, children, dependencies }, index) => {
    return { id, description, level: levels[index] ?? 0, isGroup: children.length > 0, dependencies: [...dependencies] };
  });
  return {
    ok: true,
    output: { plan: null, file: typeof place === 'string' ? place : null, tasks, budget: plan.budget },
    warnings: plan.warnings,
  };
}
