import { expect } from 'vitest';
import * as z from 'zod';
import type { SwarmManifest, TaskNode } from '../../../../src/engine/crtx/schema.ts';
import { manifestChangeSchema } from '../../../../src/engine/swarm/state/changes.ts';
import { findChanges } from '../../../../src/engine/swarm/state/differences.ts';
import type { Swarm } from '../../../../src/engine/swarm/state/swarm.ts';
import { manifestOf, root, swarmOf, task, tasksOf } from './make.ts';

/** An edit of the manifest by another program. */
export type Edit = (manifest: SwarmManifest, tasks: (id: string) => TaskNode) => void;

export function edited(base: SwarmManifest, edit: Edit): SwarmManifest {
  const foreign = structuredClone(base);
  const tasks = tasksOf(foreign);
  edit(foreign, (id) => tasks.get(id) ?? task('not there'));
  return foreign;
}

/** Applies an edit of another program, which goes through the log as JSON. */
export function merge(swarm: Swarm, edit: Edit, base = manifestOf(swarm)) {
  const foreign = edited(base, edit);
  const changes = z.array(manifestChangeSchema()).parse(JSON.parse(JSON.stringify(findChanges(foreign, base))));
  expect(changes).toEqual(findChanges(foreign, base));
  const { applied, refused } = swarm.applyChanges(changes, 5000);
  return { foreign, applied: applied.map(({ change }) => change), refused: refused.map(({ sentence }) => sentence) };
}

/** Asserts that an edit is applied completely. @returns the kinds of the changes */
export function accepts(swarm: Swarm, edit: Edit): string[] {
  const { foreign, applied, refused } = merge(swarm, edit);
  expect(refused).toEqual([]);
  expect(manifestOf(swarm)).toEqual({ ...foreign, budget: { ...foreign.budget, spent: { ...foreign.budget.spent, durationMs: 4000 } } });
  return applied;
}

/** Asserts that no part of an edit is applied. @returns the refusals */
export function refuses(swarm: Swarm, edit: Edit, base?: SwarmManifest): string[] {
  swarm.advance(5000);
  const before = swarm.toJSON();
  const { revision } = swarm;
  const { applied, refused } = merge(swarm, edit, base);
  expect(applied).toEqual([]);
  expect(swarm.toJSON()).toEqual(before);
  expect(swarm.revision).toBe(revision);
  return refused;
}

/** Creates a swarm with two tasks in a chain and a parent of two tasks. */
export const sample = () => swarmOf(root(task('x'), task('y', { dependencies: ['x'] }), task('p', { children: [task('p1'), task('p2')] })));
