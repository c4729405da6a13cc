import { dashboards } from './dashboards.ts';
import { graph } from './graph.ts';
import { knowledge } from './knowledge.ts';
import { locks } from './locks.ts';
import { memory } from './memory.ts';
import { project } from './project.ts';
import { stacks } from './stacks.ts';
import { swarm } from './swarm.ts';
import { team } from './team.ts';

/** Every command of the extension. `scripts/generate-manifest.mjs` writes them into package.json. */
export const contributions = {
  ...dashboards,
  ...project,
  ...swarm,
  ...locks,
  ...knowledge,
  ...graph,
  ...memory,
  ...stacks,
  ...team,
} as const;

/** Category of commands by id, the first match counts. Commands that open a dashboard belong to no area. */
const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/^cortex\.(swarm|task)\./, 'Cortex Swarm'],
  [/^cortex\.lock\./, 'Cortex Locks'],
  [/^cortex\.(timeline|reasoning)\./, 'Cortex Timeline'],
  [/^cortex\.dna\./, 'Cortex DNA'],
  [/^cortex\.graph\./, 'Cortex Graph'],
  [/^cortex\.memory\./, 'Cortex Memory'],
  [/^cortex\.stack\./, 'Cortex Stacks'],
  [/^cortex\.team\./, 'Cortex Team'],
];

/** Returns the category of a command, which the palette shows before its title and searches too. */
export function categoryOf(id: string): string {
  const area = id in dashboards ? undefined : CATEGORIES.find(([pattern]) => pattern.test(id));
  return area?.[1] ?? 'Cortex';
}

/** Commands of rows, which are not in the palette and therefore not in package.json. */
export type RowCommandId = 'cortex.memory.open' | 'cortex.needs.open' | 'cortex.timeline.entry';

/** Every command that the extension registers. */
export type RegisteredId = keyof typeof contributions | RowCommandId;

/** Commands that run the operation of the same name: `cortex.lock.break` runs `lock break`. */
export type OperationId = {
  [Id in keyof typeof contributions]: (typeof contributions)[Id] extends { readonly changes: 'operation' } ? Id : never;
}[keyof typeof contributions];

/** Commands of a group: `cortex.<group>.…`. */
export type CommandsOf<Group extends string> = Extract<RegisteredId, `cortex.${Group}.${string}`>;

/** Commands of VS Code itself. */
type EditorCommandId =
  | `cortex.${'needs' | 'swarm' | 'locks' | 'team' | 'stacks' | 'memory'}.focus`
  | 'vscode.openFolder'
  | 'workbench.actions.view.problems';

/** Every command that a row, a button or a notification may run. */
export type CommandId = RegisteredId | EditorCommandId;
