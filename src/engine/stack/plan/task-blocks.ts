import { withoutLineBreaks } from '../../text/line-breaks.ts';
import { type PlanTask, parsePlanText } from './plan.ts';

/** A part of INBOX.md or PLAN.md that moves as a unit. */
export interface Block {
  /** UTF-16 offsets; `to` is the start of the next line. */
  readonly from: number;
  readonly to: number;
  /** Text without its trailing line breaks. */
  readonly raw: string;
  /** Indentation in columns. */
  readonly indent: number;
}

/** A top-level task with everything indented below it. */
export interface TaskBlock extends Block {
  /** The task itself, then the tasks below it. */
  readonly tasks: readonly PlanTask[];
}

/** Returns the top-level tasks of a PLAN.md, each with everything below it. */
export function taskBlocks(text: string): TaskBlock[] {
  const groups: PlanTask[][] = [];
  let end = -1;
  for (const task of parsePlanText(text)) {
    if (task.range.from < end) groups.at(-1)?.push(task);
    else groups.push([task]);
    end = Math.max(end, task.blockEnd);
  }
  return groups.flatMap((tasks) => {
    const [root] = tasks;
    if (root === undefined) return [];
    const { from } = root.range;
    const to = root.blockEnd;
    return [{ from, to, raw: text.slice(from, withoutLineBreaks(text, to)), indent: root.indent, tasks }];
  });
}
