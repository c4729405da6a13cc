import { decidingOperations } from '../../engine/crtx/operations/deciding.ts';
import { lockOperations } from '../../engine/crtx/operations/locks.ts';
import { steeringOperations } from '../../engine/crtx/operations/steering.ts';
import { swarmOperations } from '../../engine/crtx/operations/swarm.ts';
import { timelineOperations } from '../../engine/crtx/operations/timeline.ts';
import { needsOperations } from '../../engine/needs-operations.ts';
import { messageOperations } from '../../engine/stack/operations/messages.ts';
import { teamTaskOperations } from '../../engine/team/operations/tasks.ts';
import { vaultNoteOperations } from '../../engine/vault/operations/notes.ts';
import { commandLine } from '../command-line.ts';
import { cortexWith } from '../cortex-frame.ts';
import { type CommandOf, needsTexts } from '../text/needs.ts';

const OF_CORTEX = [
  ...[...decidingOperations, ...lockOperations, ...steeringOperations, ...swarmOperations],
  ...[...timelineOperations, ...teamTaskOperations, ...vaultNoteOperations],
];

const commandOf: CommandOf = (action) => {
  const own = OF_CORTEX.find(({ name }) => name === action.operation);
  if (own !== undefined) return commandLine('cortex', own, action);
  const other = messageOperations.find(({ name }) => name === action.operation);
  return other === undefined ? action.operation : commandLine('cstack', other, action);
};

/** `cortex needs-you` and `cortex snooze`. */
export const runNeeds = cortexWith(needsOperations, needsTexts(commandOf), 'the folder that is looked at (default: this one)');
