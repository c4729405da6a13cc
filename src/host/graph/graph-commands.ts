import * as vscode from 'vscode';
import { DOUBT_SUBJECTS, type Doubts, describeDoubts } from '../../engine/crtx/index.ts';
import { resolveInside } from '../../engine/files/safe-path.ts';
import {
  blastOutput,
  couplingsOutput,
  cyclesOutput,
  deadEndsOutput,
  hotspotsOutput,
  NO_DEAD_ENDS,
  noDependents,
  pathInWords,
  pathOutput,
  unresolvedOutput,
} from '../../engine/graph/index.ts';
import { choose } from '../commands/ask.ts';
import { showGraphReport } from '../commands/command-menus.ts';
import { pickFiles } from '../commands/forms/path-pickers.ts';
import type { Handlers, Run } from '../commands/handlers.ts';
import { reportDone, reportOutcome } from '../commands/notifications.ts';
import { openPlace } from '../commands/open.ts';
import { runOperation, type Work } from '../commands/operations.ts';
import type { Dashboard } from '../dashboards/dashboards.ts';
import type { GraphPlace } from '../dashboards/graph/protocol.ts';
import type { CommandsOf } from '../manifest/manifest.ts';
import { fileInProject } from '../model/locks/lock-files.ts';
import type { Subject } from '../model/row.ts';
import type { ViewModel } from '../model/swarm/view-model.ts';
import { counted, oneLine } from '../model/text.ts';
import type { ViewRequest } from '../view-request.ts';
import {
  blastChoices,
  couplingChoices,
  cycleChoices,
  type GraphChoice,
  hotspotChoices,
  pathChoices,
  unresolvedChoices,
  unusedChoices,
  withDoubt,
} from './graph-choices.ts';

/** Project in which the commands of the graph work. */
export interface GraphWork {
  readonly work: Work;
  /** Root of the project, a real path. */
  readonly root: string;
}

interface Shown {
  readonly title: string;
  readonly placeHolder: string;
  /** Message if there is nothing to show. */
  readonly nothing: string;
}

/** Maximum number of items to request. More than a user reads, and few enough to keep the list fast. */
const MAX = 200;

/** A list about the whole project. */
interface List {
  /** Name of the operation. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly shown: Shown;
  readonly found: (output: unknown) => Found;
}

/** Items of an answer, and why it may be incomplete. */
interface Found {
  readonly choices: readonly GraphChoice[];
  readonly doubts?: Doubts;
  /** See `describeDoubts`. */
  readonly effect?: string;
}

const LISTS = {
  hotspots: {
    name: 'graph hotspots',
    input: { limit: MAX },
    shown: {
      title: 'Riskiest Files',
      placeHolder: 'Fragile, with many dependents and often changed; riskiest first',
      nothing: 'No risky files found.',
    },
    found: (output) => ({ choices: hotspotChoices(hotspotsOutput().parse(output)) }),
  },
  couplings: {
    name: 'graph couplings',
    input: { limit: MAX },
    shown: {
      title: 'Files That Change Together',
      placeHolder: 'They change together without depending on each other',
      nothing: 'No files change together without depending on each other.',
    },
    found: (output) => {
      const answer = couplingsOutput().parse(output);
      return { choices: couplingChoices(answer), doubts: answer.doubts, effect: DOUBT_SUBJECTS.couplings };
    },
  },
  cycles: {
    name: 'graph cycles',
    input: {},
    shown: {
      title: 'Circular Dependencies',
      placeHolder: 'Circular dependencies',
      nothing: 'No circular dependencies.',
    },
    found: (output) => {
      const answer = cyclesOutput().parse(output);
      return { choices: cycleChoices(answer), doubts: answer.doubts };
    },
  },
  deadEnds: {
    name: 'graph dead-ends',
    input: {},
    shown: {
      title: 'Unused Files',
      placeHolder: 'Without dependents, and no entry points',
      nothing: NO_DEAD_ENDS,
    },
    found: (output) => {
      const answer = deadEndsOutput().parse(output);
      return { choices: unusedChoices(answer), doubts: answer.doubts, effect: DOUBT_SUBJECTS.deadEnds };
    },
  },
  unresolved: {
    name: 'graph unresolved',
    input: {},
    shown: {
      title: 'Unresolved Imports',
      placeHolder: 'Imports without a file of the project, and files that were not fully read',
      nothing: 'All imports are resolved, and all files are read.',
    },
    found: (output) => ({ choices: unresolvedChoices(unresolvedOutput().parse(output)) }),
  },
} as const satisfies Readonly<Record<string, List>>;

/** Inputs of the commands that show the graph. */
export interface GraphShown {
  readonly dashboard: Dashboard;
  readonly request: ViewRequest<GraphPlace>;
}

/** Handlers of the commands of the graph, by id. @param placeIn returns the project of a view model @throws CortexError if there is none */
export function graphCommands(placeIn: (shown: ViewModel) => GraphWork, page: GraphShown): Handlers<CommandsOf<'graph'>> {
  const list =
    ({ name, input, shown: words, found }: List): Run =>
    async (_subject, shown) => {
      const there = placeIn(shown);
      await show(there, found(await ask(there, name, input)), words);
    };
  return {
    'cortex.graph.hotspots': list(LISTS.hotspots),
    'cortex.graph.couplings': list(LISTS.couplings),
    'cortex.graph.cycles': list(LISTS.cycles),
    'cortex.graph.deadEnds': list(LISTS.deadEnds),
    'cortex.graph.unresolved': list(LISTS.unresolved),
    'cortex.graph.report': (_subject, shown) => {
      // Refused before anything is asked.
      placeIn(shown);
      return showGraphReport();
    },
    'cortex.graph.open': () => page.dashboard.open(),
    'cortex.graph.show': (subject, shown) => showInGraph(placeIn(shown), page, subject),
    'cortex.graph.build': async (_subject, shown) => void (await ask(placeIn(shown), 'graph build', {})),
    'cortex.graph.blast': (subject, shown) => showBlast(placeIn(shown), subject),
    'cortex.graph.path': (subject, shown) => showPath(placeIn(shown), subject),
  };
}

async function ask({ work }: GraphWork, name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const outcome = await runOperation(work, name, input);
  await reportOutcome(work, name, outcome);
  return outcome.output;
}

/** Returns the clicked file, or asks for files. @throws Cancelled */
async function filesOf({ work, root }: GraphWork, subject: Subject | null, title: string, several: boolean): Promise<string[]> {
  const { fs } = work.runtime;
  const own = subject?.kind === 'file' ? fileInProject(fs, root, subject.file) : null;
  return own !== null ? [own] : pickFiles(fs, root, title, several);
}

async function showInGraph(place: GraphWork, { dashboard, request }: GraphShown, subject: Subject | null): Promise<void> {
  const [file] = await filesOf(place, subject, 'Show in Graph', false);
  if (file === undefined) return;
  request.make({ kind: 'around', node: file });
  await dashboard.open();
}

async function showBlast(place: GraphWork, subject: Subject | null): Promise<void> {
  const title = 'Impact';
  const files = await filesOf(place, subject, title, true);
  const answer = blastOutput().parse(await ask(place, 'graph blast', { files, limit: MAX }));
  const what = files.length === 1 ? oneLine(files[0] ?? '') : counted(files.length, 'file');
  const nothing = noDependents(answer, describeDoubts(answer.doubts).length === 0);
  const found = { choices: blastChoices(answer), doubts: answer.doubts };
  await show(place, found, { title, placeHolder: `Affected by changes to ${what}, most likely first`, nothing });
}

async function showPath(place: GraphWork, subject: Subject | null): Promise<void> {
  const title = 'Dependency Path';
  const [from = ''] = await filesOf(place, subject, title, false);
  const [to = ''] = await filesOf(place, null, `${title}: second file`, false);
  const way = pathOutput().parse(await ask(place, 'graph path', { from, to }));
  const { direction, nodes, doubts } = way;
  const nothing = direction === null ? 'No dependency path found.' : 'They are the same file.';
  const placeHolder = direction === null ? nothing : oneLine(pathInWords(direction, nodes), 300);
  await show(place, { choices: pathChoices(way), doubts, effect: DOUBT_SUBJECTS.path }, { title, placeHolder, nothing });
}

/** Shows the items as a list, and opens the file of the selected one. @throws Cancelled */
async function show({ work, root }: GraphWork, found: Found, { title, placeHolder, nothing }: Shown): Promise<void> {
  const { doubts, effect } = found;
  const [unsure] = doubts === undefined ? [] : describeDoubts(doubts, { effect });
  if (found.choices.length === 0) return reportDone(unsure === undefined ? nothing : `${nothing} ${oneLine(unsure, 200)}.`);
  const all = doubts === undefined ? found.choices : withDoubt(found.choices, doubts, effect);
  const choices = all.map((choice) => ({
    ...choice,
    kind: choice.path === null ? vscode.QuickPickItemKind.Separator : vscode.QuickPickItemKind.Default,
    value: { path: choice.path ?? '', line: choice.line ?? 1 },
  }));
  const { path, line } = await choose(choices, { title, placeHolder });
  // The graph file may come from an untrusted source, so its paths are checked.
  await openPlace(resolveInside(work.runtime.fs, root, path), line, 1);
}
