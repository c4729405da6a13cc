import fs from 'node:fs';
import path from 'node:path';
import { CORTEX_FOLDER, nearestProject } from '../../engine/crtx/root.ts';
import { nodeFileSystem } from '../../engine/platform/file-system.ts';
import { valueAt } from '../../engine/text/foreign-data.ts';
import type { Candidate, NamesOf } from './complete.ts';

/** Names that every shell takes as they are. Others could be quoted wrongly, and are left to the person. */
const PLAIN = /^[A-Za-z0-9][\w.@+-]{0,79}$/;

/** Maximum size of a swarm's file that is read while a person waits. */
const MAX_BYTES = 4 * 1_048_576;

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function candidate(item: unknown, about: unknown): Candidate[] {
  const id = valueAt(item, 'id');
  return typeof id === 'string' && PLAIN.test(id) ? [{ value: id, about: typeof about === 'string' ? about : '' }] : [];
}

/** Returns the last tasks of a tree: those with no subtasks. */
function tasksBelow(decomposition: unknown): Candidate[] {
  const found: Candidate[] = [];
  const left = [decomposition];
  while (left.length > 0) {
    const task = left.pop();
    const children = listed(valueAt(task, 'children'));
    for (const child of children.toReversed()) left.push(child);
    if (children.length === 0) found.push(...candidate(task, valueAt(task, 'description')));
  }
  return found;
}

/** Reads the published state of the swarm around a folder; `null` if there is none, or it cannot be read quickly. */
function readSwarm(directory: string): unknown {
  try {
    const project = nearestProject(nodeFileSystem, fs.realpathSync(directory));
    if (project === null) return null;
    const file = path.join(project.root, CORTEX_FOLDER, 'swarm.crtx');
    const stat = fs.lstatSync(file);
    if (!stat.isFile() || stat.size > MAX_BYTES) return null;
    return valueAt(JSON.parse(fs.readFileSync(file, 'utf8')), 'data');
  } catch {
    return null;
  }
}

/** Returns the names in the swarm around a folder. Names that cannot be read are not completed: a Tab prints no errors. */
export function swarmNames(directory: string): NamesOf {
  return (kind) => {
    const swarm = readSwarm(directory);
    if (kind === 'tasks') return tasksBelow(valueAt(swarm, 'decomposition'));
    return listed(valueAt(swarm, 'agents')).flatMap((agent) => candidate(agent, valueAt(agent, 'role')));
  };
}
