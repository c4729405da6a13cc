import { type Doubts, doubtsInWords } from '../../engine/crtx/index.ts';
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

/** One thing that the graph answers, which leads to a file; a heading has none. */
export interface GraphChoice {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Relative to the project; `null` for a heading. */
  readonly path: string | null;
  /** Of the file, 1-based; default: the first. */
  readonly line?: number;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A codicon and a path. */
const labelled = (icon: string, path: string): string => `$(${icon}) ${pickText(path)}`;

const heading = (label: string): GraphChoice => ({ label, path: null });

function affected(
  icon: string,
  { path, likelihood, because }: { path: string; likelihood: number; because: readonly string[] },
): GraphChoice {
  return { label: labelled(icon, path), description: percent(likelihood), detail: pickText(because.join(' · '), 400), path };
}

/** What was found, with the first reason why it may be incomplete below it; of nothing there is no list. @param effect as `doubtsInWords` */
export function unsureOf(found: readonly GraphChoice[], doubts: Doubts, effect?: string): GraphChoice[] {
  const unsure = found.length === 0 ? [] : doubtsInWords(doubts, { effect }).slice(0, 1);
  return [...found, ...unsure.map((each) => heading(pickText(each, 200)))];
}

/** What may break, then the tests to run. */
export function blastChoices({ files, tests, more, doubts }: Checked<typeof blastOutput>): GraphChoice[] {
  const left = (count: number, what: string) => (count > 0 ? [heading(`${counted(count, what)} more, less likely`)] : []);
  return [
    ...(files.length === 0 ? [] : [heading('may break')]),
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

/** Imports that could not be resolved, each leads to its line; then files that were not fully read. */
export function unresolvedChoices({ imports, files }: Checked<typeof unresolvedOutput>): GraphChoice[] {
  return [
    ...(imports.length === 0 ? [] : [heading('imports')]),
    ...imports.map(unresolvedChoice),
    ...(files.length === 0 ? [] : [heading('files not fully read')]),
    ...files.map(({ path, reason }) => ({ label: labelled('file', path), description: pickText(reason), path })),
  ];
}

/** The riskiest files. */
export function hotspotChoices({ files }: Checked<typeof hotspotsOutput>): GraphChoice[] {
  return files.map(({ path, risk, importance, fragility, touchCount }) => ({
    label: labelled('flame', path),
    description: `risk ${percent(risk)}`,
    detail: `importance ${percent(importance)} · fragile ${percent(fragility)} · ${counted(touchCount, 'change')}`,
    path,
  }));
}

/** Files that change together; each leads to its first. */
export function couplingChoices({ couplings }: Checked<typeof couplingsOutput>): GraphChoice[] {
  return couplings.map(({ files: [one, other], weight, description }) => ({
    label: labelled('link', one),
    description: `${pickText(other)} · ${percent(weight)}`,
    detail: pickText(description, 400),
    path: one,
  }));
}

/** Cycles; each leads to the first file on the shortest way around. */
export function cycleChoices({ cycles }: Checked<typeof cyclesOutput>): GraphChoice[] {
  return cycles.map(({ files, cycle }) => ({
    label: labelled('sync', cycle[0] ?? files[0] ?? ''),
    description: counted(files.length, 'file'),
    detail: pickText(cycle.map((path) => oneLine(path)).join(' → '), 400),
    path: cycle[0] ?? files[0] ?? null,
  }));
}

/** What nothing depends on. */
export function deadEndChoices({ files, symbols }: Checked<typeof deadEndsOutput>): GraphChoice[] {
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

/** The steps from one file to another; each leads to the file that it begins in. */
export function wayChoices({ steps }: Checked<typeof pathOutput>): GraphChoice[] {
  return steps.map(({ from, to, description }) => {
    const [path = from] = from.split('#', 1);
    return { label: labelled('arrow-right', from), description: pickText(to), detail: pickText(description, 400), path };
  });
}
