import { suggestPersonId } from '../../engine/crtx/index.ts';
import { needsOperations } from '../../engine/needs/needs-operations.ts';
import type { Operation } from '../../engine/platform/operation.ts';
import { messageOperations } from '../../engine/stack/operations/messages.ts';
import { planOperations } from '../../engine/stack/operations/plan.ts';
import { controlOperations } from '../../engine/swarm/operations/control.ts';
import { decisionOperations } from '../../engine/swarm/operations/decisions.ts';
import { lockOperations } from '../../engine/swarm/operations/locks.ts';
import { swarmOperations } from '../../engine/swarm/operations/swarm.ts';
import { teamAgentOperations } from '../../engine/team/operations/agents.ts';
import { teamTaskOperations } from '../../engine/team/operations/tasks.ts';
import { timelineOperations } from '../../engine/timeline/operations/timeline.ts';
import { vaultNoteOperations } from '../../engine/vault/operations/notes.ts';
import { mergeDriverOperation } from '../../engine/workspace/merging/merge-operation.ts';
import { settleOperation } from '../../engine/workspace/merging/settle-operation.ts';
import { commandLine } from '../command-line.ts';
import { createCortex } from '../cortex-frame.ts';
import { eventParts } from '../text/events.ts';
import { type CommandOf, needsTexts } from '../text/needs.ts';
import { mergeTexts } from '../text/resolved-files.ts';
import { statusParts, statusTexts } from '../text/status.ts';

export { readUnnamedConflicts } from '../../engine/needs/needs-you.ts';

/** Operations that are run in a project, and operations that are run in any folder. */
const OF_PROJECT = [...decisionOperations, ...lockOperations, ...controlOperations, ...swarmOperations, ...timelineOperations];
const OF_CORTEX = [...teamAgentOperations, ...teamTaskOperations, ...vaultNoteOperations];

const commandOf: CommandOf = (action, { project, others }) => {
  const person = suggestPersonId(process.env);
  const named = (operations: readonly Operation[]) => operations.find(({ name }) => name === action.operation);
  const ofProject = named(OF_PROJECT);
  if (ofProject !== undefined) return commandLine('cortex', ofProject, action, project, person);
  const ofCortex = named(OF_CORTEX);
  if (ofCortex !== undefined) return commandLine('cortex', ofCortex, action, others, person);
  const ofPlan = named(planOperations);
  // The plan is that of the agent, not of the stack around the current folder.
  if (ofPlan !== undefined) return commandLine('cstack', ofPlan, action, String(action.input.root ?? others ?? '.'), person);
  const ofStacks = named(messageOperations);
  return ofStacks === undefined ? action.operation : commandLine('cstack', ofStacks, action, others, person);
};

/** Runs `cortex status`, `events`, `task`, `needs-you`, `snooze`, `settle` and `merge-driver`, which know all protocols. */
export const runNeeds = createCortex(
  [...needsOperations, settleOperation, mergeDriverOperation],
  { ...needsTexts(commandOf), ...statusTexts, ...mergeTexts },
  'the folder to check (default: the current one)',
  { ...eventParts, ...statusParts },
);
