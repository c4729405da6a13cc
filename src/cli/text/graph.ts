import { DOUBT_SUBJECTS } from '../../engine/crtx/index.ts';
import { buildOutput } from '../../engine/graph/schemas/build-output.ts';
import { alsoConfigures, NO_DEAD_ENDS, noDependents, noTests } from '../../engine/graph/schemas/empty-answers.ts';
import {
  blastOutput,
  couplingsOutput,
  cyclesOutput,
  deadEndsOutput,
  exportOutput,
  hotspotsOutput,
  ownersOutput,
  pathOutput,
  statsOutput,
} from '../../engine/graph/schemas/graph.ts';
import { pathInWords } from '../../engine/graph/schemas/path-in-words.ts';
import type { Checked } from '../../engine/platform/on-demand.ts';
import { visibleJson } from '../print.ts';
import { changeLines, doubtLines } from './doubts.ts';
import { unresolvedText } from './graph-unresolved.ts';
import { counted, escapeText, grouped, percent, seconds, type Text, type TypedInput, table, textOutput, whole } from './layout.ts';
import { commandWithLocation, nextStepWithLocation } from './suggested-commands.ts';

/** Returns such as `Nodes: 12 files, 3 tests`, the largest count first. @param write formats one count */
function counts(title: string, numbers: Readonly<Record<string, number>>, write: (count: number, type: string) => string): string {
  const all = Object.entries(numbers).filter(([, number]) => number > 0);
  const sorted = all.sort(([, one], [, other]) => other - one).map(([name, number]) => write(number, escapeText(name)));
  return `${title}: ${sorted.join(', ') || 'none'}`;
}

/** Lists the nodes and edges by type. The types of edges are verbs, so they have no plural. */
function sizes({ nodes, edges }: Pick<Checked<typeof statsOutput>, 'nodes' | 'edges'>): string[] {
  return [counts('Nodes', nodes, counted), counts('Edges', edges, (count, type) => `${grouped(count)} ${type}`)];
}

function built(answer: Checked<typeof buildOutput>, _: number, asked: TypedInput): string {
  const list = commandWithLocation('cortex graph unresolved', asked);
  const { file, written, files, parsed, leftOut, unresolved, unread, unchecked, commits, fixes, clusters, problems } = answer;
  return [
    `${written ? 'Wrote' : 'Up to date:'} ${escapeText(file)}${written ? ':' : ','} ${counted(files, 'file')} (${parsed === files ? 'all' : parsed === 0 ? 'none' : grouped(parsed)} parsed), ${counted(clusters, 'cluster')}.`,
    ...sizes(answer),
    ...(commits > 0 ? [`History: ${fixesOf(commits, fixes)}`] : []),
    ...(leftOut > 0 ? [`Skipped (minified or unreadable): ${counted(leftOut, 'file')}`] : []),
    ...(unresolved > 0 ? [`Unresolved imports: ${grouped(unresolved)} (${list})`] : []),
    ...(unread > 0 ? [`Files not fully read: ${grouped(unread)} (${list})`] : []),
    ...(unchecked > 0 ? [`Imported names that could not be checked: ${grouped(unchecked)} (${list})`] : []),
    ...problems.map(({ path, message }) => `warning: ${path === null ? '' : `${escapeText(path)}: `}${escapeText(message)}`),
  ].join('\n');
}

const fixesOf = (commits: number, fixes: number): string => `${grouped(fixes)} of ${grouped(commits)} commits are fixes`;

/** Returns a file with the reasons below it. */
function affected({ path, likelihood, because }: { path: string; likelihood: number; because: readonly string[] }): string {
  return [`${percent(likelihood).padStart(5)}  ${escapeText(path)}`, ...because.map((reason) => `       ${escapeText(reason)}`)].join('\n');
}

/** Maximum number of own dependencies of a file that are listed, besides those that often changed with it. */
const MAX_ALONGSIDE = 5;
const OWN_DEPENDENCIES = 'Its own dependencies. A change here cannot break them, but they may change with it:';

/** Returns the lines for what a file depends on. Those that often changed with it come first. */
function ownDependencies(alongside: Checked<typeof blastOutput>['alongside']): string[] {
  const coupled = alongside.filter(({ together }) => together > 0).length;
  const shown = alongside.slice(0, Math.max(coupled, MAX_ALONGSIDE));
  const rows = shown.flatMap(({ because }) => because.map((reason) => `       ${escapeText(reason)}`));
  const left = alongside.length - shown.length;
  if (rows.length === 0) return [];
  return ['', OWN_DEPENDENCIES, ...rows, ...(left > 0 ? [`       and ${counted(left, 'file')} more`] : [])];
}

function blast(answer: Checked<typeof blastOutput>, _: number, asked: TypedInput): string {
  const { files, tests, alongside, more, doubts } = answer;
  const unsure = doubtLines(doubts, asked);
  const left = (count: number, shown: number, what: string, how = ', less likely') =>
    count > 0 ? [`and ${counted(count, what)} more${how} (--limit ${shown + count} lists all)`] : [];
  const areEqual = tests.length > 1 && tests.every(({ likelihood }) => likelihood === tests[0]?.likelihood);
  const order = areEqual ? 'equally likely to fail' : 'most likely to fail first';
  const known = files.length > 0 ? files.map(affected) : [escapeText(noDependents(answer, unsure.length === 0))];
  const run = tests.length === 0 ? [noTests(unsure.length === 0)] : [`Tests to run, ${order}:`, ...tests.map(affected)];
  const lists = [
    ...known,
    ...left(more.files, files.length, 'file'),
    ...(files.length > 0 ? alsoConfigures(answer).map(escapeText) : []),
    '',
    ...run,
    ...left(more.tests, tests.length, 'test', areEqual ? '' : undefined),
    ...ownDependencies(alongside),
  ];
  return [...lists, ...unsure].join('\n');
}

function between({ direction, nodes, steps, doubts }: Checked<typeof pathOutput>, _: number, asked: TypedInput): string {
  const unsure = doubtLines(doubts, asked, DOUBT_SUBJECTS.path);
  if (direction === null) return [unsure.length === 0 ? 'Nothing connects them.' : 'No connection found.', ...unsure].join('\n');
  if (steps.length === 0) return `No path between them: both are in ${nodes.map(escapeText).join()}.`;
  // Steps are printed from the dependent to the dependency.
  const inOrder = direction === 'is a dependency of' ? [...steps].reverse() : steps;
  return [
    `${escapeText(pathInWords(direction, nodes))}:`,
    ...inOrder.map(({ description }) => `  ${escapeText(description)}`),
    ...unsure,
  ].join('\n');
}

/** Returns what the history analysis recognized, which explains an empty list. */
function historyLine({ history, files, fault }: Checked<typeof hotspotsOutput>, asked: TypedInput): string {
  if (history !== null) return `History: ${fixesOf(history.commits, history.fixes)}.`;
  if (files.some(({ fragility }) => fragility > 0)) return '';
  const next = nextStepWithLocation(fault ?? 'Build the graph: cortex graph build', asked);
  return `No file is fragile; the number of fixes is unknown. ${escapeText(next ?? '')}`.trimEnd();
}

const RISK = 'Risk is the product of important, fragile, changes and last: many and recent changes count more (after 180 days half).';

function hotspots(answer: Checked<typeof hotspotsOutput>, _now: number, asked: TypedInput): string {
  const { files } = answer;
  const said = historyLine(answer, asked);
  const since = changeLines(answer.changed, asked, DOUBT_SUBJECTS.hotspots);
  if (files.length === 0) return [...['No risky files in the known history.', said].filter(Boolean), ...since].join('\n');
  const rows = files.map(({ path, risk, importance, fragility, touchCount, lastTouched, zone }) => [
    ...[`${(risk * 100).toFixed(1)} %`, whole(path), percent(importance), percent(fragility), String(touchCount)],
    ...[lastTouched === 0 ? '' : seconds(lastTouched), zone ?? ''],
  ]);
  const list = table([['risk', 'file', 'important', 'fragile', 'changes', 'last', 'risk zone of the DNA'], ...rows]);
  return [...[list, '', RISK, said].filter((line, at) => at < 2 || line !== ''), ...since].join('\n');
}

/** The weight is not the quotient of the counts in the description, so it needs an explanation. */
const WEIGHT = 'How often a change of one file comes with a change of the other. Recent commits and commits of few files count more:';

function couplings({ couplings: all, doubts }: Checked<typeof couplingsOutput>, _: number, asked: TypedInput): string {
  const rows = all.map(({ weight, description }) => `${percent(weight).padStart(5)}  ${escapeText(description)}`);
  const nothing = 'No files without references to each other change together more often than by chance.';
  return [...(rows.length === 0 ? [nothing] : [WEIGHT, ...rows]), ...doubtLines(doubts, asked, DOUBT_SUBJECTS.couplings)].join('\n');
}

function cycles({ cycles: all, doubts }: Checked<typeof cyclesOutput>, _: number, asked: TypedInput): string {
  const unsure = doubtLines(doubts, asked);
  const rows = all.map(({ files, cycle }) => {
    // The first file is also the last one.
    const isWhole = cycle.length > files.length;
    return `${counted(files.length, 'file')} depend on each other${isWhole ? ':' : ', for example'} ${cycle.map(escapeText).join(' → ')}`;
  });
  const nothing = unsure.length === 0 ? 'No circular dependencies.' : 'No circular dependency found.';
  return [...(rows.length === 0 ? [nothing] : rows), ...unsure].join('\n');
}

function deadEnds({ files, symbols, doubts }: Checked<typeof deadEndsOutput>, _: number, asked: TypedInput): string {
  const unsure = doubtLines(doubts, asked, DOUBT_SUBJECTS.deadEnds);
  if (files.length + symbols.length === 0) return [NO_DEAD_ENDS, ...unsure].join('\n');
  const rows = [...files.map((path) => ['file', whole(path), '']), ...symbols.map(({ type, path, name }) => [type, whole(path), name])];
  const questions = 'These are candidates: a framework, a command line, a test or code that the graph does not follow may still use them.';
  return [table(rows), '', questions, ...unsure].join('\n');
}

const OWNERS = 'The owner of a file is the part of the project (a boundary of the DNA) whose paths cover it.';

const NO_BOUNDARIES =
  'The DNA of this project has none. "cortex dna detect" finds packages; others can be added to architecture.boundaries in .cortex/manifest.crtx.';

function owners({ owners: all, boundaries, changed }: Checked<typeof ownersOutput>, _: number, asked: TypedInput): string {
  if (boundaries === null) return `${OWNERS} The project has no DNA yet. Create it: ${commandWithLocation('cortex dna detect', asked)}`;
  if (boundaries === 0) return `${OWNERS} ${nextStepWithLocation(NO_BOUNDARIES, asked)}`;
  const since = changeLines(changed, asked, DOUBT_SUBJECTS.owners);
  if (all.every(({ boundary }) => boundary === null)) return ['No boundary of the DNA covers it.', ...since].join('\n');
  const rows = all.map(({ boundary, owns, exposesTo, files }) => [
    boundary ?? '(no boundary)',
    counted(files.length, 'file'),
    [owns.length === 0 ? '' : `owns ${owns.join(', ')}`, exposesTo.length === 0 ? '' : `used by ${exposesTo.join(', ')}`]
      .filter((part) => part !== '')
      .join('; '),
  ]);
  return [table(rows), ...since].join('\n');
}

function stats(answer: Checked<typeof statsOutput>, _: number, asked: TypedInput): string {
  const { built: at, clusters, important, alone, doubts } = answer;
  return [
    `Written ${seconds(at)}`,
    ...sizes(answer),
    ...(alone > 0 ? [`Without connections: ${counted(alone, 'file')}`] : []),
    ...(clusters.length === 0 ? [] : ['', table([['cluster', 'nodes', 'cohesion', 'coupling'], ...clusters.map(clusterRow)])]),
    ...(important.length === 0
      ? []
      : ['', 'Most depended on:', table(important.map(({ path, importance }) => [percent(importance), whole(path)]))]),
    ...doubtLines(doubts, asked, DOUBT_SUBJECTS.stats),
  ].join('\n');
}

function clusterRow({ name, size, cohesion, coupling }: Checked<typeof statsOutput>['clusters'][number]): string[] {
  return [name, String(size), percent(cohesion), percent(coupling)];
}

/** Text output of the operations on the graph. */
export const graphTexts: Readonly<Record<string, Text>> = {
  'graph build': textOutput(buildOutput, built),
  'graph blast': textOutput(blastOutput, blast),
  'graph impact': textOutput(blastOutput, blast),
  'graph unresolved': unresolvedText,
  'graph path': textOutput(pathOutput, between),
  'graph hotspots': textOutput(hotspotsOutput, hotspots),
  'graph couplings': textOutput(couplingsOutput, couplings),
  'graph cycles': textOutput(cyclesOutput, cycles),
  'graph dead-ends': textOutput(deadEndsOutput, deadEnds),
  'graph owners': textOutput(ownersOutput, owners),
  'graph stats': textOutput(statsOutput, stats),
  'graph export': textOutput(exportOutput, (exported) => ('text' in exported ? exported.text : visibleJson(exported, 2))),
};
