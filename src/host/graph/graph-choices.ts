import { type Doubts, describeDoubts, reasonInWords } from '../../engine/crtx/index.ts';
import type {
  blastOutput,
  couplingsOutput,
  cyclesOutput,
  deadEndsOutput,
  hotspotsOutput,
  pathOutput,
  unresolvedOutput,
} from '../../engine/graph/index.ts';
import type { Checked } from '../../engine/platform/on-demand.ts';
import { counted, oneLine, pickText } from '../model/text.ts';

/** An item of the graph's answer that leads to a file, or a heading. */
export interface GraphChoice {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Relative to the project; `null` for a heading. */
  readonly path: string | null;
  /** Line in the file, 1-based. Default: 1. */
  readonly line?: number;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Returns a label with a codicon and a path. */
const labelled = (icon: string, path: string): string => `$(${icon}) ${pickText(path)}`;

const heading = (label: string): GraphChoice => ({ label, path: null });

function affected(
  icon: string,
  { path, likelihood, because }: { path: string; likelihood: number; because: readonly string[] },
): GraphChoice {
  return { label: labelled(icon, path), description: percent(likelihood), detail: pickText(because.join(' · '), 400), path };
}

/** Appends the first reason why a list may be incomplete, unless it is empty. @param effect see `describeDoubts` */
export function withDoubt(found: readonly GraphChoice[], doubts: Doubts, effect?: string): GraphChoice[] {
  const unsure = found.length === 0 ? [] : describeDoubts(doubts, { effect }).slice(0, 1);
  return [...found, ...unsure.map((each) => heading(pickText(each, 200)))];
}

/** Returns the affected files, and then the tests to run. */
export function blastChoices({ files, tests, more, doubts }: Checked<typeof blastOutput>): GraphChoice[] {
  const left = (count: number, what: string) => (count > 0 ? [heading(`${counted(count, what)} more, less likely`)] : []);
  return [
    ...(files.length === 0 ? [] : [heading('affected files')]),
    ...files.map((file) => affected('file', file)),
    ...left(more.files, 'file'),
    ...(tests.length === 0 ? [] : [heading('tests to run')]),
    ...tests.map((test) => affected('beaker', test)),
    ...left(more.tests, 'test'),
    ...doubts.concerning.map((each) => unresolvedChoice({ ...each, reason: 'unresolved, may mean this' })),
  ];
}

type Unresolved = Checked<typeof blastOutput>['doubts']['concerning'][number];

function unresolvedChoice({ path, line, specifier, reason }: Unresolved): GraphChoice {
  return { label: labelled('question', specifier), description: pickText(`${path}:${line}`), detail: reason, path, line };
}

/** Returns the unresolved imports, each with its line, then the files that were not fully read, and the names that could not be checked. */
export function unresolvedChoices({ imports, files, unchecked }: Checked<typeof unresolvedOutput>): GraphChoice[] {
  return [
    ...(imports.length === 0 ? [] : [heading('imports')]),
    ...imports.map((each) => unresolvedChoice({ ...each, reason: reasonInWords(each) })),
    ...(files.length === 0 ? [] : [heading('files not fully read')]),
    ...files.map(({ path, reason }) => ({ label: labelled('file', path), description: pickText(reason), path })),
    ...(unchecked.length === 0 ? [] : [heading('names that could not be checked')]),
    ...unchecked.map(({ definer, names, ...each }) =>
      unresolvedChoice({
        ...each,
        specifier: names.join(', ') || each.specifier,
        reason: `may be missing in ${definer}, which may define names that the graph does not see`,
      }),
    ),
  ];
}

/** Returns the riskiest files. */
export function hotspotChoices({ files }: Checked<typeof hotspotsOutput>): GraphChoice[] {
  return files.map(({ path, risk, importance, fragility, touchCount }) => ({
    label: labelled('flame', path),
    description: `risk ${percent(risk)}`,
    detail: `importance ${percent(importance)} · fragile ${percent(fragility)} · ${counted(touchCount, 'change')}`,
    path,
  }));
}

/** Returns the files that change together. Each item leads to the first one. */
export function couplingChoices({ couplings }: Checked<typeof couplingsOutput>): GraphChoice[] {
  return couplings.map(({ files: [one, other], weight, description }) => ({
    label: labelled('link', one),
    description: `${pickText(other)} · ${percent(weight)}`,
    detail: pickText(description, 400),
    path: one,
  }));
}

/** Returns the groups of files in cycles. Each item leads to the first file of its shortest cycle. */
export function cycleChoices({ cycles }: Checked<typeof cyclesOutput>): GraphChoice[] {
  return cycles.map(({ files, cycle }) => ({
    label: labelled('sync', cycle[0] ?? files[0] ?? ''),
    description: counted(files.length, 'file'),
    detail: pickText(cycle.map((path) => oneLine(path)).join(' → '), 400),
    path: cycle[0] ?? files[0] ?? null,
  }));
}

/** Returns unused files and declarations. */
export function unusedChoices({ files, symbols }: Checked<typeof deadEndsOutput>): GraphChoice[] {
  return [
    ...(files.length === 0 ? [] : [heading('files')]),
    ...files.map((path) => ({ label: labelled('file', path), path })),
    ...(symbols.length === 0 ? [] : [heading('functions and types')]),
    ...symbols.map(({ path, name, type }) => ({
      label: labelled(type === 'type' ? 'symbol-class' : 'symbol-function', name),
      description: pickText(path),
      path,
    })),
  ];
}

/** Returns the steps from one file to another. Each item leads to the file where the step starts. */
export function pathChoices({ steps }: Checked<typeof pathOutput>): GraphChoice[] {
  return steps.map(({ from, to, description }) => {
    const [path = from] = from.split('#', 1);
    return { label: labelled('arrow-right', from), description: pickText(to), detail: pickText(description, 400), path };
  });
}
