import { withoutLineBreaks } from '../../text/line-breaks.ts';
import { type PlanTask, parsePlanText } from './plan.ts';

/** A part of INBOX.md or PLAN.md that is moved as a whole. */
export interface Block {
  /** UTF-16 offsets; `to` is where the next line begins. */
  readonly from: number;
  readonly to: number;
  /** As it stands there, without the line breaks at its end. */
  readonly raw: string;
  /** Columns before it. */
  readonly indent: number;
}

/** A task that is below no other, with all that is indented below it. */
export interface TaskBlock extends Block {
  /** Itself first. */
  readonly tasks: readonly PlanTask[];
}

/** The tasks of a PLAN.md that are below no other, each with what belongs to it. */
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
