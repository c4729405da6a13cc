import { ENTRY_TYPES, type EntryFilter, OUTCOMES } from '../../model/entry-filter.ts';
import { manifestOf, type ProjectViewModel } from '../../model/swarm/view-model.ts';
import { pickText } from '../../model/text.ts';
import { askText, type Choice, choose, requireNonEmpty } from '../ask.ts';
import type { Work } from '../operations.ts';
import { pickFiles } from './path-pickers.ts';
import { pickTask } from './pickers.ts';

/** Context of a search for entries. */
export interface Search {
  readonly work: Work;
  readonly viewModel: ProjectViewModel;
  readonly title: string;
}

const described = (words: Readonly<Record<string, string>>): Choice<string>[] =>
  Object.entries(words).map(([value, description]) => ({ label: value, description, value }));

async function pickWriter({ viewModel, title }: Search): Promise<string> {
  const choices: Choice<string | null>[] = (manifestOf(viewModel)?.agents ?? []).map(({ id, role }) => ({
    label: pickText(id, 60),
    description: pickText(role, 60),
    value: id,
  }));
  const ask = () => askText({ title, prompt: 'Agent ID, or person:<name>', check: requireNonEmpty });
  if (choices.length === 0) return ask();
  choices.push({ label: '$(edit) Another agent or person…', value: null });
  return (await choose(choices, { title, placeHolder: 'Choose an agent' })) ?? ask();
}

const AGES = [
  { label: 'The last hour', value: '1h' },
  { label: 'The last day', value: '1d' },
  { label: 'The last week', value: '7d' },
  { label: 'The last thirty days', value: '30d' },
];

type Ask = (search: Search) => Promise<EntryFilter>;

const CRITERIA: readonly Choice<Ask>[] = [
  {
    label: '$(search) Text…',
    value: async ({ title }) => ({
      text: await askText({ title, prompt: 'Words in the action, reason or outcome', check: requireNonEmpty }),
    }),
  },
  {
    label: '$(file) File or folder…',
    value: async ({ work, viewModel, title }) => {
      const [file] = await pickFiles(work.runtime.fs, viewModel.root, title, false);
      return file === undefined ? {} : { file };
    },
  },
  { label: '$(hubot) Agent…', value: async (search) => ({ agent: await pickWriter(search) }) },
  {
    label: '$(checklist) Task…',
    value: async ({ viewModel, title }) => ({ task: (await pickTask(viewModel, title, () => true)).id }),
  },
  {
    label: '$(symbol-enum) Type…',
    value: async ({ title }) => ({ type: await choose(described(ENTRY_TYPES), { title, placeHolder: 'Choose a type' }) }),
  },
  {
    label: '$(pass) Outcome…',
    value: async ({ title }) => ({ outcome: await choose(described(OUTCOMES), { title, placeHolder: 'Choose an outcome' }) }),
  },
  { label: '$(history) Time…', value: async ({ title }) => ({ since: await choose(AGES, { title, placeHolder: 'Choose a time' }) }) },
];

/** Asks for one filter criterion. @throws Cancelled, NothingToChoose */
export async function pickFilter(search: Search): Promise<EntryFilter> {
  const ask = await choose(CRITERIA, { title: search.title, placeHolder: 'Choose a filter' });
  return ask(search);
}
