import { shortLine } from '../../crtx/shorten.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import type { JsonPath } from '../../text/json/json-position.ts';
import type { AdoptReport } from '../answers.ts';
import { list } from '../events/entry-draft.ts';
import type { ManifestChange } from './changes.ts';

/** A place in a manifest. `last`: if several have the same id, the last one, because the first one counts as the original. */
type ManifestPlace =
  | { readonly task: string; readonly last?: true }
  | { readonly agent: string; readonly last?: true }
  | { readonly lock: { readonly path: string; readonly agentId: string } }
  | { readonly part: JsonPath };

/** A part of a foreign edit that was not adopted. */
export interface NotAdopted {
  readonly sentence: string;
  readonly place: ManifestPlace;
  /** The value in the edit; JSON. */
  readonly written: unknown;
}

/** Returns every part of a foreign edit that was not adopted, each with a sentence that says why. */
export function listNotAdopted({ locks, kept, unusable, changes }: AdoptReport): NotAdopted[] {
  return [
    ...locks.filter(({ outcome }) => outcome === 'denied').map(({ blockedBy, ...lock }) => denied(lock, blockedBy)),
    ...kept.map((lock) => {
      const sentence = `The lock of ${shortLine(lock.agentId)} on ${shortLine(lock.path)} stays: the log granted it.`;
      return { sentence, place: { part: ['locks'] }, written: lock };
    }),
    ...unusable.map(({ path, agentId, problem }) => {
      const sentence = `${shortLine(agentId)} cannot have a lock on ${shortLine(path)}: ${problem}.`;
      return { sentence, place: { lock: { path, agentId } }, written: { path, agentId } };
    }),
    ...changes.refused.map(({ change, sentence }) => ({ sentence, place: placeOf(change), written: change })),
  ];
}

function denied(lock: { readonly path: string; readonly agentId: string }, blockedBy: readonly string[]): NotAdopted {
  const { path, agentId } = lock;
  const why = blockedBy.length === 0 ? '' : `, because of the lock of ${list(blockedBy)}`;
  const sentence = `${shortLine(agentId)} did not get the lock on ${shortLine(path)}${why}.`;
  return { sentence, place: { lock: { path, agentId } }, written: { path, agentId } };
}

/** The path of keys for changes that concern no task or agent in the file. */
const PARTS: Readonly<Partial<Record<ManifestChange['change'], readonly string[]>>> = {
  swarm: ['id'],
  'task-gone': ['decomposition'],
  'agent-gone': ['agents'],
  goal: ['task'],
  coordinator: ['coordinator'],
  strategy: ['strategy'],
  created: ['created'],
  'merge-policy': ['mergePolicy'],
  spent: ['budget', 'spent'],
  'budget-rest': ['budget'],
};

function placeOf(change: ManifestChange): ManifestPlace {
  const part = PARTS[change.change];
  if (change.change === 'spent' && change.agents !== undefined) return { part: ['budget', 'spent', 'agents'] };
  if (change.change === 'spent' && change.durationMs !== undefined) return { part: ['budget', 'spent', 'durationMs'] };
  if (part !== undefined) return { part };
  if (change.change === 'limit') return { part: ['budget', change.limit] };
  if (change.change === 'task-new') return { task: change.task.id, last: true };
  if (change.change === 'agent-new') return { agent: change.agent.id, last: true };
  if (change.change === 'tasks-reordered') return { task: change.parent };
  if ('task' in change) return { task: change.task };
  return 'agent' in change ? { agent: change.agent } : { part: [] };
}

/** Returns the JSON path of a place in a foreign file, or of the list that it belongs to if it is absent. @param file JSON */
export function findJsonPath(file: unknown, place: ManifestPlace): JsonPath {
  const data = ownProperty(file, 'data');
  if ('part' in place) return ['data', ...place.part];
  if ('task' in place) return pathOfTask(ownProperty(data, 'decomposition'), place) ?? ['data', 'decomposition'];
  const key = 'agent' in place ? 'agents' : 'locks';
  const value = ownProperty(data, key);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const index = 'agent' in place ? indexOfAgent(items, place) : indexOfLock(items, place.lock);
  return index === -1 ? ['data', key] : ['data', key, index];
}

function indexOfAgent(agents: readonly unknown[], { agent, last }: Extract<ManifestPlace, { agent: string }>): number {
  const isMeant = (item: unknown) => ownProperty(item, 'id') === agent;
  return last ? agents.findLastIndex(isMeant) : agents.findIndex(isMeant);
}

/** Falls back to any lock of the agent, because the file may spell the path differently. */
function indexOfLock(locks: readonly unknown[], { path, agentId }: Extract<ManifestPlace, { lock: unknown }>['lock']): number {
  const isOfAgent = (item: unknown) => ownProperty(item, 'agentId') === agentId;
  const exact = locks.findIndex((item) => isOfAgent(item) && ownProperty(item, 'path') === path);
  return exact === -1 ? locks.findIndex(isOfAgent) : exact;
}

function pathOfTask(root: unknown, { task, last }: Extract<ManifestPlace, { task: string }>): JsonPath | null {
  let found: JsonPath | null = null;
  const stack: { readonly node: unknown; readonly path: JsonPath }[] = [{ node: root, path: ['data', 'decomposition'] }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, path } = top;
    if (ownProperty(node, 'id') === task) {
      found = path;
      if (last !== true) return found;
    }
    const children = ownProperty(node, 'children');
    if (!Array.isArray(children)) continue;
    for (let index = children.length - 1; index >= 0; index -= 1) stack.push({ node: children[index], path: [...path, 'children', index] });
  }
  return found;
}
