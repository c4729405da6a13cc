import path from 'node:path';
import { counted } from '../text/amounts.ts';
import { joinSentences } from './errors.ts';
import type { FileProblem } from './file-problem.ts';
import { createNeed, type Need } from './need.ts';

/** Returns the need to accept a loss of history. Until a person does, every read of the history reports it. */
function historyNeed(folder: string, why: string, command: string | undefined): Need {
  const title = `History of ${path.basename(folder)}`;
  return createNeed({ kind: 'history', about: [folder, why], rank: 'soon', title, why, command, since: null, place: null, actions: [] });
}

/** Returns the need of its own kind for a problem that a person should act on. */
function ownNeed({ need, severity, file, line, summary: why, command }: FileProblem): Need[] {
  if (need === undefined) return [];
  const { kind, about, title, otherCommands } = need;
  // An unmerged file is to be decided on as a whole.
  const place = file === null ? null : { file, line: kind === 'unmerged' ? null : line };
  const rank = severity === 'error' ? 'at-risk' : 'soon';
  return [createNeed({ kind, about: [about], rank, title, why, command, otherCommands, since: null, place, actions: [] })];
}

/**
 * Returns one need for each unreadable file and for each file that preserves the bytes of one, however many problems the file has
 * (docs/decisions/0018-needs-you.md).
 */
export function problemNeeds(problems: readonly FileProblem[]): Need[] {
  return problems.flatMap((problem) => {
    const { severity, file, line, summary, command, history, isKept = false } = problem;
    if (history !== undefined) return historyNeed(history, summary, command);
    if (problem.need !== undefined || file === null || (severity !== 'error' && !isKept)) return ownNeed(problem);
    return createNeed({
      ...(isKept ? { kind: 'kept', rank: 'soon' } : { kind: 'broken', rank: 'at-risk' }),
      about: [file],
      title: path.basename(file),
      why: summary,
      command,
      since: null,
      place: { file, line },
      actions: [],
    });
  });
}

/**
 * Adds the needs for errors that a doctor reports: every such error waits for a person (docs/decisions/0018-needs-you.md). Each protocol
 * calls this with the errors of its doctor, so that a new error is a need without further code.
 * An error at a place that another need names, or in a file that another need reports as broken, adds none. A file has one need, however
 * many errors it has.
 * @param root absolute folder that titles are relative to
 */
export function withErrorNeeds(root: string, needs: readonly Need[], problems: readonly FileProblem[]): Need[] {
  const placeOf = (file: string | null, line: number | null) => JSON.stringify([file, line]);
  const named = new Set(needs.flatMap(({ place }) => (place === null ? [] : placeOf(place.file, place.line))));
  const broken = new Set(needs.flatMap(({ kind, place }) => (kind === 'broken' && place !== null ? place.file : [])));
  const byFile = new Map<string, FileProblem[]>();
  for (const problem of problems) {
    const { severity, file, line, need } = problem;
    if (severity !== 'error' || file === null || need !== undefined || broken.has(file) || named.has(placeOf(file, line))) continue;
    byFile.set(file, [...(byFile.get(file) ?? []), problem]);
  }
  return [...needs, ...Array.from(byFile, ([file, errors]) => errorNeed(root, file, errors)).flat()];
}

function errorNeed(root: string, file: string, [first, ...others]: readonly FileProblem[]): Need[] {
  if (first === undefined) return [];
  const { summary, line, command } = first;
  const more = others.length === 0 ? null : `${counted(others.length, 'more error')} in this file.`;
  return [
    createNeed({
      kind: 'broken',
      about: [file],
      rank: 'at-risk',
      title: path.relative(root, file),
      since: null,
      why: joinSentences(summary, more),
      command,
      place: { file, line },
      actions: [],
    }),
  ];
}
