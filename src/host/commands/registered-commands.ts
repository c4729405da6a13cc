import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import type { RegisteredId, RowCommandId } from '../manifest/manifest.ts';
import { once } from '../model/once.ts';
import { parseSubject } from '../model/row.ts';
import type { ViewModel } from '../model/swarm/view-model.ts';
import type { CommandParts } from './commands.ts';
import type { Handlers, Run } from './handlers.ts';

interface Group {
  /** Prefix of its command ids. */
  readonly prefix: string;
  load(): Promise<Partial<Handlers<RegisteredId>>>;
  /** Returns the handler of a command that `load` does not contain. */
  operation?(id: RegisteredId): Promise<Run | undefined>;
  /** Resolves when its commands can run. Called after loading. */
  ready?(): Promise<unknown>;
}

/** Commands of rows, which are not in the palette and therefore not in package.json. */
const OF_ROWS: readonly RowCommandId[] = ['cortex.memory.open', 'cortex.needs.open', 'cortex.timeline.entry'];

/** Returns the groups, each loading only the code that it needs. The first group with a matching prefix counts. */
function groupsOf(parts: CommandParts): readonly Group[] {
  const { documents, stacks, team } = parts;
  const { vault } = parts;
  const ofMemory = async () => (await import('../vault/memory-commands.ts')).memoryCommands(parts, documents);
  const ofDashboard = async () => (await import('../vault/memory-commands.ts')).dashboardCommand(parts);
  const ofStacks = async () => {
    await stacks.use();
    return (await import('../stack/stack-commands.ts')).stackCommands(parts);
  };
  const ofGraph = async () => {
    const [{ graphCommands }, { requireProject, workIn }] = await Promise.all([
      import('../graph/graph-commands.ts'),
      import('./commands.ts'),
    ]);
    const placeIn = (shown: ViewModel) => ({ work: workIn(shown, parts), root: requireProject(shown).root });
    return graphCommands(placeIn, { dashboard: parts.graph, request: parts.graphRequest });
  };
  const ofTeam = async () => {
    await team.use();
    return (await import('../team/team-commands.ts')).teamCommands(team, documents);
  };
  const ofNeeds = async () => (await import('../needs/needs-commands.ts')).needsCommands(parts.needs, team);
  return [
    { prefix: 'cortex.needs.', load: once(ofNeeds) },
    { prefix: 'cortex.memory.dashboard', load: once(ofDashboard) },
    { prefix: 'cortex.memory.', load: once(ofMemory), ready: () => vault.ready() },
    { prefix: 'cortex.graph.', load: once(ofGraph) },
    { prefix: 'cortex.crtx.', load: once(async () => (await import('../crtx/crtx-commands.ts')).crtxCommands()) },
    { prefix: 'cortex.stack.', load: once(ofStacks), ready: () => stacks.ready() },
    { prefix: 'cortex.team.', load: once(ofTeam), ready: () => team.ready() },
    {
      prefix: '',
      load: once(async () => (await import('./commands.ts')).projectCommands(parts)),
      operation: async (id) => (await import('./commands.ts')).operationCommand(parts, id),
    },
  ];
}

/** Commands in package.json, by id. */
export interface ContributedCommands {
  readonly all: readonly RegisteredId[];
  /** Commands in view titles. VS Code calls these with two undefined arguments, too. */
  readonly ofTitles: ReadonlySet<string>;
}

/** Detects a row that disappeared while its menu was open. VS Code passes the row and the selection, both undefined in that case. */
const isNothingTwice = (given: readonly unknown[]): boolean =>
  given.length > 1 && given.every((each) => each === undefined || each === null);

/** Registers the commands of package.json and those of rows. The code of a group is loaded when one of its commands first runs. */
export function registerCommands(parts: CommandParts, { all, ofTitles }: ContributedCommands): vscode.Disposable {
  const groups = groupsOf(parts);
  const run = async (id: RegisteredId, given: readonly unknown[]): Promise<void> => {
    try {
      // Without this check the command would ask the user to choose another item instead.
      if (!ofTitles.has(id) && isNothingTwice(given)) throw new CortexError('not-found', 'this row no longer exists');
      await parts.session.ready();
      const { viewModel } = parts.session;
      const group = groups.find(({ prefix }) => id.startsWith(prefix));
      const command = (await group?.load())?.[id] ?? (await group?.operation?.(id));
      if (command === undefined) throw new Error(`the command ${id} has no handler`);
      await group?.ready?.();
      await command(parseSubject(given[0]), viewModel);
    } catch (error) {
      const { reportError } = await import('./notifications.ts');
      // Not awaited, because the message may stay open long after the command has ended.
      void reportError(error, id, parts.log);
    }
  };
  return vscode.Disposable.from(
    ...[...all, ...OF_ROWS].map((id) => vscode.commands.registerCommand(id, (...given: unknown[]) => run(id, given))),
  );
}
