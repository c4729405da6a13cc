import { runCommand } from '../../commands/run-command.ts';
import type { CommandId } from '../../manifest/manifest.ts';
import type { Subject } from '../../model/row.ts';
import type { Step } from './protocol.ts';

/** The command behind a step, and what it is about. */
function commandOf(step: Step): { readonly command: CommandId; readonly subject?: Subject } {
  switch (step.kind) {
    case 'init':
      return { command: 'cortex.init' };
    case 'create-swarm':
      return { command: 'cortex.swarm.create' };
    case 'pause':
      return { command: 'cortex.swarm.pause' };
    case 'resume':
      return { command: 'cortex.swarm.resume' };
    case 'abort':
      return { command: 'cortex.swarm.abort' };
    case 'recruit':
      return { command: 'cortex.swarm.recruit' };
    case 'retire':
      return { command: 'cortex.swarm.retire', subject: { kind: 'agent', id: step.agent } };
    case 'assign':
      return { command: 'cortex.swarm.assign', subject: { kind: 'task', id: step.task } };
    case 'retry':
      return { command: 'cortex.swarm.retry', subject: { kind: 'task', id: step.task } };
    case 'vote':
      return { command: 'cortex.swarm.vote', subject: { kind: 'decision', id: step.decision, choice: step.choice } };
    case 'pick':
      return { command: 'cortex.swarm.merge', subject: { kind: 'decision', id: step.decision, choice: null } };
    case 'approve':
      return { command: 'cortex.swarm.approve', subject: { kind: 'decision', id: step.decision, choice: step.refuse ? 'no' : 'yes' } };
    case 'show-task':
      return { command: 'cortex.task.show', subject: { kind: 'task', id: step.task } };
    case 'break-lock':
      return { command: 'cortex.lock.break', subject: { kind: 'lock', path: step.path, agent: '' } };
    case 'open-file':
      return { command: 'cortex.lock.open', subject: { kind: 'lock', path: step.path, agent: '' } };
    case 'open-problem':
      return { command: 'cortex.problem.open', subject: { kind: 'problem', file: step.file, line: step.line, column: step.column } };
  }
}

/** Does what a person asked for in the dashboard, through the very commands that the palette has. */
export async function takeStep(step: Step): Promise<void> {
  const { command, subject } = commandOf(step);
  await runCommand(command, subject);
}
