import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import type { PackInput, PackOutput } from '../schemas/pack.ts';
import { buildContextPack, type PackedNote } from '../search/pack.ts';
import { taskQuery } from '../search/task-words.ts';
import { explainNoResults } from './explain-no-results.ts';
import { type OpenVault, vaultOperation } from './open-vault.ts';
import { copyDisputes } from './search.ts';
import { findStaleNotes, type StaleNotes } from './stale.ts';

/** Copies a note to the mutable types of the output. */
function answered({ replaces, contradicts, disputes, stale, ...note }: PackedNote): PackOutput['notes'][number] {
  return {
    ...note,
    parts: { ...note.parts, words: [...note.parts.words] },
    ...(replaces !== undefined && { replaces: [...replaces] }),
    ...(contradicts !== undefined && { contradicts: [...contradicts] }),
    ...(disputes !== undefined && { disputes: copyDisputes(disputes) }),
    ...(stale !== undefined && { stale: [...stale] }),
  };
}

/** Returns one page with the best notes for a task (decision 0010, "Context pack"). */
export const packNotes = vaultOperation(async (vault: OpenVault, input: PackInput): Promise<Outcome<PackOutput>> => {
  const { store, today, config } = vault;
  const { tokens, project: projects, type: types, tag: tags, top } = input;
  const task = input.task.join(' ');
  if (task.trim() === '')
    throw new CortexError('invalid-input', 'the task has no words', { value: task, next: 'Describe the planned action.' });
  const source = { index: store.index, words: null, body: (path: string) => store.body(path) };
  const request = { task, tokens, filters: { projects, types, tags, top }, today, config };
  let warnings: StaleNotes['warnings'] = [];
  const { markdown, json } = await buildContextPack(source, request, async (citing) => {
    const found = await findStaleNotes(vault, { notes: () => citing, resolve: (target, from) => store.index.resolve(target, from) });
    warnings = found.warnings;
    return found.stale;
  });
  const notes = json.notes.map(answered);
  const isEmpty = notes.length + json.leftOut.length === 0;
  const hints = isEmpty ? explainNoResults(vault, taskQuery(task), { ...input, status: [] }) : [];
  return { ok: true, warnings: [...warnings, ...hints], output: { ...json, markdown, notes, leftOut: [...json.leftOut] } };
});
