import * as z from 'zod';
import { taskNodeAloneSchema } from '../../crtx/schema/swarm.ts';
import type { SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import { dataProblems, MAX_TASK_DEPTH } from '../../crtx/validate.ts';
import { ownProperty } from '../../text/foreign-data.ts';

/** Validates seed 1, "TaskNode", level by level and without a copy, because a copy made by a schema would lose keys such as `__proto__`. */
function isTaskTree(value: unknown): boolean {
  let level = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_TASK_DEPTH || !level.every((node) => taskNodeAloneSchema().safeParse(node).success)) return false;
    level = level.flatMap((node) => {
      const children = ownProperty(node, 'children');
      return Array.isArray(children) ? children : [];
    });
  }
  return true;
}

/** Schema of a task tree of any size, up to `MAX_TASK_DEPTH` levels. */
export const taskTreeSchema = z.custom<TaskNode>(isTaskTree, 'is not a tree of tasks');

/** Schema of seed 1, "SwarmManifest", validated without recursion and without a copy. */
export const manifestSchema = z.custom<SwarmManifest>((value) => dataProblems('swarm', value).length === 0, 'is not a swarm manifest');
