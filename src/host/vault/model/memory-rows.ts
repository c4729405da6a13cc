import path from 'node:path';
import { joinSentences } from '../../../engine/platform/errors.ts';
import type { FileProblem } from '../../../engine/platform/file-problem.ts';
import { compareCodePoints } from '../../../engine/text/code-point-order.ts';
import type { Contradiction, Layer, Note, VaultFinding, VaultIndex } from '../../../engine/vault/index.ts';
import { groupRow, limitRows, type MoreText, noRows, type Row } from '../../model/row.ts';
import { problemRow } from '../../model/swarm/swarm-rows.ts';
import { counted, oneLine } from '../../model/text.ts';
import { type MemoryViewModel, newestFirst, openDecisionsText } from './memory-view-model.ts';
import { noteAccessibility, noteContext, noteDescription, noteIcon, noteLabel, noteTooltip } from './note-text.ts';
import { typedFilter } from './typed-query.ts';

/** Returns the rows of the Memory view. Empty if there are no notes, which shows a welcome view. */
export function memoryRows(viewModel: MemoryViewModel): readonly Row[] {
  if (viewModel.index.size === 0 && (viewModel.findings ?? []).length === 0) return [];
  return [
    ...reviewRows(viewModel),
    layerRow(viewModel, 'hot', 'Hot', 'flame'),
    layerRow(viewModel, 'warm', 'Warm', 'history'),
    layerRow(viewModel, 'cold', 'Cold', 'archive'),
    valuesRow(viewModel, PROJECTS),
    valuesRow(viewModel, TAGS),
    ...orphanRows(viewModel),
    ...problemRows(viewModel),
  ];
}

const notesText = (count: number) => counted(count, 'note');

function inDashboard(query: string): MoreText {
  const description = 'in the dashboard';
  return {
    description,
    tooltip: 'Show them all in the Memory dashboard.',
    command: 'cortex.memory.dashboard',
    subject: { kind: 'notes', query },
  };
}

const IN_REPORT: MoreText = {
  description: 'in the report',
  tooltip: 'Open the report, which has them all.',
  command: 'cortex.memory.report',
  subject: { kind: 'more' },
};

/** @param group id of the parent row, part of the row id because a note may be in several groups */
function noteRow(group: string, note: Note): Row {
  return {
    id: `${group}/note/${note.path}`,
    subject: { kind: 'note', path: note.path },
    label: noteLabel(note),
    description: noteDescription(note),
    icon: noteIcon(note),
    tooltip: noteTooltip(note),
    accessibility: noteAccessibility(note),
    context: noteContext(note),
    command: 'cortex.memory.open',
    unfolded: null,
    children: noRows,
  };
}

const noteRows = (group: string, notes: readonly Note[], more: MoreText) => limitRows(group, notes, (note) => noteRow(group, note), more);

function reviewRows(viewModel: MemoryViewModel): Row[] {
  const { index, review, contradictions } = viewModel;
  const description = openDecisionsText(viewModel);
  if (description === '') return [];
  const group = { id: 'memory.review', label: 'Review', description, icon: 'inbox' };
  return [
    groupRow(group, () => [
      ...limitRows(`${group.id}/contradictions`, contradictions, (each) => contradictionRow(group.id, index, each), IN_REPORT),
      ...noteRows(group.id, review, inDashboard(typedFilter('status', 'review'))),
    ]),
  ];
}

/** Returns the row of a contradiction, with both notes as children. */
function contradictionRow(parent: string, index: VaultIndex, { paths }: Contradiction): Row {
  const notes = paths.flatMap((each) => index.get(each) ?? []);
  const id = `${parent}/contradiction/${JSON.stringify(paths)}`;
  const description = notes.map(noteLabel).join(' ↔ ');
  const group = { id, label: 'Contradiction', description, icon: 'git-compare', unfolded: false };
  const row = groupRow(group, () => notes.map((note) => noteRow(id, note)));
  const accessibility = `Contradiction of ${notes.map(noteLabel).join(' and ')}`;
  return { ...row, tooltip: `${description}\nSupersede or archive one of them.`, accessibility, context: 'memory.contradiction' };
}

function layerRow({ layers }: MemoryViewModel, layer: Layer, label: string, icon: string): Row {
  const notes = layers[layer];
  const group = { id: `memory.${layer}`, label, description: notesText(notes.length), icon, unfolded: layer === 'hot' };
  return groupRow(group, () => noteRows(group.id, newestFirst(notes), inDashboard(typedFilter('layer', layer))));
}

/** A property by which notes are grouped. */
interface Values {
  readonly key: 'project' | 'tag';
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  counts(viewModel: MemoryViewModel): ReadonlyMap<string, number>;
  has(note: Note, value: string): boolean;
}

const PROJECTS: Values = {
  key: 'project',
  id: 'memory.projects',
  label: 'Projects',
  icon: 'folder-library',
  counts: ({ index }) => index.byProject,
  has: ({ project }, value) => project === value,
};

const TAGS: Values = {
  key: 'tag',
  id: 'memory.tags',
  label: 'Tags',
  icon: 'tag',
  counts: ({ index }) => index.byTag,
  has: ({ tags }, value) => tags.includes(value),
};

function valuesRow(viewModel: MemoryViewModel, values: Values): Row {
  const { id, label, icon } = values;
  const counts = values.counts(viewModel);
  return groupRow({ id, label, description: String(counts.size), icon, unfolded: false }, () => {
    const sorted = [...counts].sort(([one, few], [other, many]) => many - few || compareCodePoints(one, other));
    return limitRows(id, sorted, ([value, count]) => valueRow(viewModel, values, value, count), inDashboard(''));
  });
}

function valueRow({ index }: MemoryViewModel, { key, id: parent, icon, has }: Values, value: string, count: number): Row {
  const label = oneLine(value, 60) || `no ${key}`;
  const id = `${parent}/${value}`;
  const row = groupRow({ id, label, description: notesText(count), icon, unfolded: false }, () => {
    const notes = newestFirst(Array.from(index.notes()).filter((note) => has(note, value)));
    return noteRows(id, notes, inDashboard(typedFilter(key, value)));
  });
  return { ...row, context: `memory.${key}` };
}

/** Returns the length of a list, or an empty text if it was not computed yet. */
const countText = (known: readonly unknown[] | null) => (known === null ? '' : String(known.length));

function orphanRows({ index, orphans, findOrphans }: MemoryViewModel): Row[] {
  if (orphans?.length === 0) return [];
  const group = { id: 'memory.orphans', label: 'Orphans', description: countText(orphans), icon: 'debug-disconnect', unfolded: false };
  return [
    groupRow(group, () => {
      const notes = findOrphans().flatMap((orphan) => index.get(orphan) ?? []);
      return noteRows(group.id, notes, IN_REPORT);
    }),
  ];
}

function problemRows({ root, findings, findProblems }: MemoryViewModel): Row[] {
  if (findings?.length === 0) return [];
  const group = { id: 'memory.problems', label: 'Problems', description: countText(findings), icon: 'warning', unfolded: false };
  return [
    groupRow(group, () => {
      const problems = findProblems().map((finding, at) => ({ problem: fileProblem(root, finding), at }));
      return limitRows(group.id, problems, ({ problem, at }) => problemRow(problem, at), IN_REPORT);
    }),
  ];
}

function fileProblem(root: string, { severity, path: file, line, column, message, next }: VaultFinding): FileProblem {
  const summary = joinSentences(message, next);
  const place = { file: file === '' ? null : path.join(root, file), line: line ?? 1, column: column ?? 1 };
  return { severity, message: file === '' ? summary : `${file}: ${summary}`, summary, ...place };
}
