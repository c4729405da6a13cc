import { describeOutput, detectOutput, showDnaOutput } from '../../engine/dna/index.ts';
import type { Checked } from '../../engine/platform/on-demand.ts';
import { type Cell, escapeText, percent, seconds, type Text, table, textOutput, whole } from './layout.ts';

type Dna = Checked<typeof showDnaOutput>['dna'];

const MARKS = { added: '+', removed: '-', changed: '~' } as const;

function detected({ created, dryRun, changes }: Checked<typeof detectOutput>): string {
  const made = created ? (dryRun ? 'Would create .cortex/manifest.crtx.' : 'Created .cortex/manifest.crtx.') : '';
  if (changes.length === 0) return made === '' ? 'Nothing has changed.' : made;
  const rows = table(changes.map(({ change, place, value }) => [MARKS[change], place, value]));
  if (made !== '') return `${made}\n${rows}`;
  return `${dryRun ? 'Would change' : 'Changed'} .cortex/manifest.crtx:\n${rows}`;
}

function part(heading: string, rows: readonly (readonly Cell[])[]): string[] {
  return rows.length === 0 ? [] : ['', heading, table(rows)];
}

function stackRows({ stack }: Dna): string[][] {
  const rows: [string, readonly string[]][] = [
    ['Languages', stack.languages],
    ['Frameworks', stack.frameworks],
    ['Databases', stack.databases],
    ['Infrastructure', stack.infrastructure],
    ['AI providers', stack.aiProviders],
    ['Build tools', stack.buildTools],
  ];
  return rows.filter(([, names]) => names.length > 0).map(([label, names]) => [label, names.join(', ')]);
}

/** Prints the type of the architecture even if it has no parts. */
function architectureLines({ type, boundaries, entryPoints, dataFlow }: Dna['architecture']): string[] {
  const parts = boundaries.map(({ name, paths, owns, exposesTo }) => {
    const owned = owns.length > 0 ? `owns ${owns.join(', ')}` : '';
    return [name, whole(paths.join(' ')), owned, exposesTo.length > 0 ? `used by ${exposesTo.join(', ')}` : ''];
  });
  return [
    ...['', `Architecture: ${type}`, ...(parts.length === 0 ? [] : [table(parts)])],
    ...part(
      'Entry points',
      entryPoints.map((file) => [whole(file)]),
    ),
    ...part(
      'Data flow',
      dataFlow.map(({ from, to, protocol, description }) => [`${from} → ${to}`, protocol, description]),
    ),
  ];
}

function shown({ dna, confidence }: Checked<typeof showDnaOutput>): string {
  const { project, architecture, constraints, patterns, risks, owner } = dna;
  const lines = [
    `${escapeText(project.name)} (${escapeText(project.id)})`,
    ...(project.purpose === '' ? [] : [escapeText(project.purpose)]),
  ];
  const broken = (time: number) => (time === 0 ? '' : `last ${seconds(time)}`);
  return [
    ...lines,
    ...part('Stack', stackRows(dna)),
    ...architectureLines(architecture),
    ...part(
      'Constraints',
      constraints.map(({ severity, type, rule, reason }) => [severity, type, rule, reason]),
    ),
    ...part(
      'Patterns',
      patterns.map(({ id, domain, pattern }, n) => [id, percent(confidence[n] ?? 0), domain, pattern]),
    ),
    ...part(
      'Risks',
      risks.map(({ path, breakFrequency, lastBroken, reason, mitigations }) => {
        return [whole(path), percent(breakFrequency), broken(lastBroken), reason, mitigations.join('; ')];
      }),
    ),
    ...part(
      'Owner',
      [owner.style, ...owner.preferences, owner.timezone === undefined ? '' : `Time zone: ${owner.timezone}`]
        .filter((line) => line !== '')
        .map((line) => [line]),
    ),
  ].join('\n');
}

export const dnaTexts: Readonly<Record<string, Text>> = {
  'dna detect': textOutput(detectOutput, detected),
  'dna show': textOutput(showDnaOutput, shown),
  'dna describe': textOutput(describeOutput, ({ text: page }) => page.trimEnd()),
};
