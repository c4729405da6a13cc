import { CortexError } from '../../kernel/errors.ts';
import type { Outcome } from '../../kernel/operation.ts';
import type { PackInput, PackOutput } from '../operations/search.ts';
import { contextPack } from '../pack.ts';
import { inVault, type OpenVault } from './open-vault.ts';
import { unmatched } from './unmatched.ts';

/** Puts the best notes for a task into one page (decision 0010, "Context pack"). */
export const packNotes = inVault(async ({ store, today, config }: OpenVault, input: PackInput): Promise<Outcome<PackOutput>> => {
  const { tokens, project: projects, type: types, tag: tags, top } = input;
  const task = input.task.join(' ');
  if (task.trim() === '') throw new CortexError('invalid-input', 'the task has no words', { value: task, next: 'Say what is to be done.' });
  const source = { index: store.index, words: null, body: (path: string) => store.body(path) };
  const request = { task, tokens, filters: { projects, types, tags, top }, today, config };
  const { markdown, json } = contextPack(source, request);
  const notes = json.notes.map(({ contradicts, ...note }) => ({
    ...note,
    parts: { ...note.parts, words: [...note.parts.words] },
    ...(contradicts !== undefined && { contradicts: [...contradicts] }),
  }));
  const isEmpty = notes.length + json.leftOut.length === 0;
  const warnings = isEmpty ? unmatched(store.index, { ...input, status: [] }) : [];
  return { ok: true, warnings, output: { ...json, markdown, notes, leftOut: [...json.leftOut] } };
});
