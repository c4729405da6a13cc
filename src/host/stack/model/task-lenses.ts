import type { PlanTask, TaskStatus } from '../../../engine/stack/index.ts';
import type { CommandId } from '../../manifest/manifest.ts';

/** A code lens above a task. */
export interface Lens {
  readonly title: string;
  readonly tooltip: string;
  readonly command: CommandId;
}

const START: Lens = { title: '$(play) Start', tooltip: 'Write [>] into its box', command: 'cortex.stack.start' };
const DONE: Lens = { title: '$(check) Done', tooltip: 'Write [x] into its box', command: 'cortex.stack.done' };
const BLOCK: Lens = {
  title: '$(circle-slash) Block',
  tooltip: 'Write [!] into its box, and the reason after it',
  command: 'cortex.stack.block',
};
const UNBLOCK: Lens = { title: '$(debug-continue) Unblock', tooltip: 'Make it pending again', command: 'cortex.stack.unblock' };

const LENSES: Readonly<Record<TaskStatus, readonly Lens[]>> = {
  pending: [START, DONE, BLOCK],
  'in progress': [DONE, BLOCK],
  blocked: [UNBLOCK, DONE],
  completed: [],
  closed: [],
  unknown: [DONE, BLOCK],
};

/** Returns the code lenses of a task; none if it is completed or closed. */
export function listLenses({ status }: PlanTask): readonly Lens[] {
  return LENSES[status];
}
