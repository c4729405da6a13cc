import path from 'node:path';
import type { GraphSummary } from '../../../engine/crtx/index.ts';
import type { Note } from '../../../engine/vault/index.ts';
import type { ViewModel } from '../../model/swarm/view-model.ts';
import { counted, oneLine } from '../../model/text.ts';
import { noteDescription, noteIcon, noteLabel } from '../../vault/model/note-text.ts';
import { type CardWithTargets, createAction, createLine, type LineWithTarget, toIconAndTone, viewAction } from './lines.ts';

/** The memory vault, as the card shows it. */
export type KnownVault =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly message: string }
  | {
      readonly kind: 'vault';
      readonly notes: number;
      /** Open decisions as text; empty if there are none. */
      readonly toDecide: string;
      /** Number of notes that cite code which has changed; `null` until it is computed. */
      readonly stale: number | null;
      readonly newest: Note | null;
    };

/** Returns the card of knowledge: notes and the semantic graph. */
export function knowledgeCard(viewModel: ViewModel, vault: KnownVault, graph: GraphSummary | null): CardWithTargets {
  const isVault = vault.kind === 'vault';
  return {
    name: 'known',
    count: null,
    lines: [
      ...vaultLines(vault, viewModel.kind !== 'no-folder'),
      ...(viewModel.kind === 'project' ? graphLines(viewModel.root, graph) : []),
    ],
    ways: [
      ...(isVault ? [viewAction('Memory', 'notebook', 'cortex.memory.dashboard')] : []),
      ...(graph === null ? [] : [viewAction('Graph', 'type-hierarchy', 'cortex.graph.open')]),
    ],
  };
}

function vaultLines(vault: KnownVault, isFolder: boolean): LineWithTarget[] {
  if (vault.kind === 'broken') {
    const to = { command: 'cortex.memory.problem' } as const;
    return [
      createLine({
        id: 'vault',
        icon: 'error',
        tone: 'bad',
        label: 'The memory vault cannot be opened',
        said: oneLine(vault.message, 600),
        to,
      }),
    ];
  }
  if (vault.kind === 'none') {
    const actions = isFolder ? [createAction('Create Memory Vault…', 'add', 'cortex.memory.create')] : [];
    return [createLine({ id: 'vault', icon: 'notebook', label: 'No memory vault', said: 'notes of agents and people', actions })];
  }
  const { notes, toDecide, stale, newest } = vault;
  const memory = createLine({
    id: 'vault',
    icon: 'notebook',
    tone: toDecide === '' ? 'quiet' : 'warning',
    label: counted(notes, 'note'),
    said: toDecide,
    to: { command: 'cortex.memory.dashboard' },
  });
  return [memory, ...(stale === null || stale === 0 ? [] : [staleLine(stale)]), ...(newest === null ? [] : [newestLine(newest)])];
}

function staleLine(stale: number): LineWithTarget {
  const text = stale === 1 ? 'cites code that has changed' : 'cite code that has changed';
  return createLine({
    id: 'stale',
    icon: 'history',
    tone: 'warning',
    label: `${counted(stale, 'note')}`,
    said: text,
    to: { command: 'cortex.memory.report' },
  });
}

function newestLine(note: Note): LineWithTarget {
  const description = noteDescription(note);
  return createLine({
    id: `note/${note.path}`,
    ...toIconAndTone(noteIcon(note)),
    label: noteLabel(note),
    said: description === '' ? 'the newest' : `the newest · ${description}`,
    to: { command: 'cortex.memory.open', subject: { kind: 'note', path: note.path } },
  });
}

function graphLines(root: string, graph: GraphSummary | null): LineWithTarget[] {
  if (graph === null) {
    const actions = [createAction('Build Semantic Graph', 'play', 'cortex.graph.build')];
    return [createLine({ id: 'graph', icon: 'type-hierarchy', label: 'No semantic graph', said: 'the dependencies in the code', actions })];
  }
  const { built, digested } = graph;
  const summary = createLine({
    id: 'graph',
    icon: 'type-hierarchy',
    label: 'Semantic graph',
    said: digested === null ? '' : counted(digested.files, 'file'),
    time: { kind: 'since', at: built },
    to: { command: 'cortex.graph.open' },
  });
  const risky = digested?.riskiest ?? null;
  if (risky === null) return [summary];
  const to = { command: 'cortex.graph.show', subject: { kind: 'file', file: path.join(root, risky.path) } } as const;
  const text = `the riskiest to change · ${Math.round(risky.risk * 100)} %`;
  return [summary, createLine({ id: 'riskiest', icon: 'flame', tone: 'warning', label: oneLine(risky.path, 300), said: text, to })];
}
