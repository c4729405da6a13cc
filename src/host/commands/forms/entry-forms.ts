import { ENTRY_TYPES, OUTCOMES } from '../../model/entry-filter.ts';
import { oneLine } from '../../model/text.ts';
import { askText, choose, requireNonEmpty } from '../ask.ts';
import { pickEntry } from '../entry-browser.ts';
import { type Form, type FormContext, taskIn } from './form.ts';

async function addEntry({ title, person }: FormContext) {
  const types = Object.entries(ENTRY_TYPES).map(([value, description]) => ({ label: value, description, value }));
  const type = await choose(types, { title, placeHolder: 'Choose a type' });
  const action = await askText({ title, prompt: 'Action', check: requireNonEmpty });
  const reasoning = await askText({ title, prompt: 'Why?', check: requireNonEmpty });
  const levels = [1, 0.8, 0.5, 0.2].map((value) => ({ label: `${value * 100} %`, value }));
  const confidence = await choose(levels, { title, placeHolder: 'Confidence' });
  return { agent: person, type, action, reasoning, confidence };
}

async function addReasoning(context: FormContext) {
  const task = await taskIn(context, () => true);
  return { task, ...(await addEntry(context)) };
}

async function resolveEntry({ work, viewModel, title, subject }: FormContext) {
  const entry = subject?.kind === 'entry' ? subject : await pickEntry({ work, viewModel, title }, { outcome: 'pending' });
  const outcomes = Object.entries(OUTCOMES).map(([value, description]) => ({ label: value, description, value }));
  const ended = outcomes.filter(({ value }) => value !== 'pending');
  const placeHolder = entry.action === undefined ? 'Outcome' : `Outcome of “${oneLine(entry.action)}”`;
  const outcome = await choose(ended, { title, placeHolder });
  const detail = await askText({ title, prompt: 'Details (optional)' });
  // `was` makes the operation fail if another writer has resolved the entry meanwhile.
  return { id: entry.id, outcome, ...(detail !== '' && { detail }), ...(entry.outcome !== undefined && { was: entry.outcome }) };
}

/** Forms of the operations that record entries, by operation name. */
export const entryForms: Readonly<Record<string, Form>> = {
  'timeline add': addEntry,
  'timeline resolve': resolveEntry,
  'reasoning add': addReasoning,
};
