import { joinSentences } from '../../../engine/platform/errors.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import { resolvedConflictsOutput } from '../../../engine/text/conflicts/resolved-conflicts.ts';
import {
  doctorOutput,
  indexOutput,
  layersOutput,
  linkedOutput,
  type linkOutput,
  migrateOutput,
  mocOutput,
  reportOutput,
  watchOutput,
} from '../../../engine/vault/index.ts';
import { counted, escapeText, percent, problemCounts, type Text, type TypedInput, table, textOutput, whole } from '../layout.ts';
import { resolvedConflictsText } from '../resolved-conflicts.ts';
import { commandWithLocation, nextStepWithLocation } from '../suggested-commands.ts';
import { countRows, largestCounts } from './vault-search.ts';

type Report = Checked<typeof reportOutput>;

/** Maximum number of items of a list; `--json` prints all of them. */
const SHOWN = 20;

/** Returns the first items of a list, and how many more there are. */
function some(paths: readonly string[]): string[] {
  const more = paths.length - SHOWN;
  return [...paths.slice(0, SHOWN).map((path) => `  ${escapeText(path)}`), ...(more > 0 ? [`  and ${more} more`] : [])];
}

function part(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${heading} (${lines.length})`, ...some(lines)];
}

const notes = (count: number) => counted(count, 'note');
const files = (count: number) => counted(count, 'file');

function wroteFiles(written: readonly string[]): string {
  return written.length === 0 ? 'All files are up to date.' : `Wrote ${written.map(escapeText).join(', ')}.`;
}

function indexed(answer: Checked<typeof indexOutput>, _: number, asked: TypedInput): string {
  const { vault, total, bytes, lines, projects, types, statuses, untyped, problems, written } = answer;
  const rows = countRows([
    ['Size', `${Math.round(bytes / 1_024)} KB, ${counted(lines, 'line')}`],
    ['Projects', largestCounts(projects)],
    ['Types', largestCounts(types)],
    ['Statuses', largestCounts(statuses)],
  ]);
  return [
    `${notes(total)} in ${escapeText(vault)}`,
    ...rows,
    ...(untyped.length === 0 ? [] : [`${notes(untyped.length)} without a type:`, ...some(untyped)]),
    ...(problems === 0 ? [] : [`${counted(problems, 'error')}: see "${commandWithLocation('cortex vault doctor', asked)}".`]),
    ...(asked.stats === true ? [] : [wroteFiles(written)]),
  ].join('\n');
}

function layered({ layers, written }: Checked<typeof layersOutput>, _: number, { stats }: TypedInput): string {
  const age = (days: number | null) => (days === null ? 'older' : `up to ${counted(days, 'day')}`);
  const cells = layers.map(({ layer, days, notes: count, lines }) => [layer, age(days), notes(count), counted(lines, 'line')]);
  const heads = table(cells).split('\n');
  const shown = layers.flatMap(({ newest }, n) => {
    const rows = newest.length === 0 ? [] : table(newest.map(({ project, path, name }) => [`  ${project}`, whole(path), name])).split('\n');
    return [heads[n] ?? '', ...(stats === true ? rows : [])];
  });
  const total = layers.reduce((sum, { notes: count }) => sum + count, 0);
  const recent = layers.reduce((sum, { days, notes: count }) => sum + (days === null ? 0 : count), 0);
  const share = total === 0 ? '' : `, ${percent(recent / total)} of them hot or warm`;
  return [...shown, `${notes(total)}${share}.${stats === true ? '' : ` ${wroteFiles(written)}`}`].join('\n');
}

function reported({ total, with_links, orphans, hubs, dead, ambiguous }: Report): string {
  const place = (path: string, line: number) => `${path}:${line}`;
  return [
    `${notes(total)}, ${with_links} with links`,
    ...(hubs.length === 0 ? [] : ['', 'Hubs', table(hubs.map(({ path, links }) => [`  ${links}`, whole(path)]))]),
    ...part('Orphans', orphans),
    ...part(
      'Dead links',
      dead.map(({ path, line, target }) => `${place(path, line)}  [[${target}]]`),
    ),
    ...part(
      'Ambiguous links',
      ambiguous.map(({ path, line, target, candidates }) => `${place(path, line)}  [[${target}]]: ${candidates.join(', ')}`),
    ),
  ].join('\n');
}

/** Returns a diff with its file names, escaped line by line. */
function shownDiff({ path, diff }: { path: string; diff: string }): string {
  const lines = diff.replace(/\r?\n$/, '').split(/\r?\n/);
  return [`--- ${path}`, `+++ ${path}`, ...lines].map(escapeText).join('\n');
}

const howToWrite = (written: boolean, count: number) => (written || count === 0 ? [] : ['To apply the changes, add --write.']);

function linked({ written, links, files: changed }: Checked<typeof linkOutput>): string {
  const sum = `${written ? 'Added' : 'Would add'} ${counted(links, 'link')} in ${files(changed.length)}.`;
  return [...changed.map(shownDiff), sum, ...howToWrite(written, links)].join('\n');
}

function unknownSections({ path, unknown }: Checked<typeof mocOutput>['files'][number]): string[] {
  return unknown.map(({ line, name }) => `  ${escapeText(`${path}:${line}: no collector is named ${name}, so its section is unchanged`)}`);
}

function refreshed({ written, files: all }: Checked<typeof mocOutput>, _: number, { verbose }: TypedInput): string {
  const word = (changed: boolean) => (changed ? (written ? 'updated' : 'would change') : 'unchanged');
  const lines = all.flatMap((file) => [
    `${word(file.changed)}  ${escapeText(file.path)}${verbose === true && file.sections.length > 0 ? `: ${file.sections.map(escapeText).join(', ')}` : ''}`,
    ...(verbose === true ? unknownSections(file) : []),
    ...file.problems.map(({ line, message }) => `  ${escapeText(`${file.path}:${line}: ${message}`)}`),
  ]);
  return lines.length === 0 ? 'There is no _moc/*.md and no MEMORY.md.' : lines.join('\n');
}

type Migrated = Checked<typeof migrateOutput>;

function migrated({ written, total, withHeader, files: changed, skipped }: Migrated, _: number, { stats }: TypedInput): string {
  const heads = `${notes(total)}, ${withHeader} with a header`;
  if (stats === true) return heads;
  const left = skipped.map(({ path, reason }) => `${path} (${reason})`);
  const without = left.length === 0 ? [] : [`Skipped ${notes(left.length)}:`, ...some(left)];
  const sum = `${written ? 'Changed' : 'Would change'} ${files(changed.length)}.`;
  return [...changed.map(shownDiff), ...without, heads, sum, ...howToWrite(written, changed.length)].join('\n');
}

function examined({ notes: total, findings, errors, warnings }: Checked<typeof doctorOutput>, _now: number, asked: TypedInput): string {
  const lines = findings.map(({ severity, path, line, column, message, next }) => {
    const place = [path, line, column].filter((each) => each !== null).join(':');
    return escapeText(`${severity}: ${place}: ${joinSentences(message, nextStepWithLocation(next, asked))}`);
  });
  return [...lines, problemCounts(notes(total), errors, warnings)].join('\n');
}

export const vaultMaintenanceTexts: Readonly<Record<string, Text>> = {
  'vault index': textOutput(indexOutput, indexed),
  'vault layers': textOutput(layersOutput, layered),
  'vault report': textOutput(reportOutput, reported),
  'vault link': textOutput(linkedOutput, (answer) => ('orphans' in answer ? reported(answer) : linked(answer))),
  'vault moc': textOutput(mocOutput, refreshed),
  'vault migrate': textOutput(migrateOutput, migrated),
  'vault doctor': textOutput(doctorOutput, examined),
  'vault settle': textOutput(resolvedConflictsOutput, resolvedConflictsText),
  'vault watch': textOutput(watchOutput, ({ changes }) => `Ended after ${counted(changes, 'change')}.`),
};
