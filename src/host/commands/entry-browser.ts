import type { TimelineEntry } from '../../engine/crtx/index.ts';
import { listTimelineOutput } from '../../engine/timeline/index.ts';
import { type EntryFilter, filterText } from '../model/entry-filter.ts';
import { entryLine } from '../model/entry-text.ts';
import { type Choice, choose, NothingToChoose } from './ask.ts';
import { pickFilter, type Search } from './forms/entry-filters.ts';
import { reportOutcome } from './notifications.ts';
import { runOperation, type Work } from './operations.ts';

/** Entries per page. */
const PAGE = 100;

/** Selection on a page: an entry, or where to go next. */
type Turn = { readonly entry: TimelineEntry } | 'older' | 'newer' | 'narrow' | 'all';

interface Place {
  readonly filter: EntryFilter;
  /** Cursors of the pages up to the current one. The first page has none. */
  readonly cursors: readonly (string | undefined)[];
}

const start = (filter: EntryFilter): Place => ({ filter, cursors: [undefined] });

/** Lets the user page through entries, newest first, archived ones too, and select one. @throws Cancelled, NothingToChoose, CortexError */
export async function pickEntry(search: Search, filter: EntryFilter): Promise<TimelineEntry> {
  let place = start(filter);
  for (;;) {
    const cursor = place.cursors.at(-1);
    const { entries, next } = await entriesOf(search.work, { ...place.filter, limit: PAGE, ...(cursor !== undefined && { cursor }) });
    const turn = await choose(turnsFrom(place, entries, next), { title: search.title, placeHolder: placeText(place, entries.length) });
    if (typeof turn === 'object') return turn.entry;
    place = await go(search, place, turn, next);
  }
}

async function go(search: Search, { filter, cursors }: Place, turn: Exclude<Turn, object>, next: string | null): Promise<Place> {
  if (turn === 'older') return { filter, cursors: [...cursors, next ?? undefined] };
  if (turn === 'newer') return { filter, cursors: cursors.slice(0, -1) };
  return turn === 'all' ? start({}) : start({ ...filter, ...(await pickFilter(search)) });
}

async function entriesOf(work: Work, input: Readonly<Record<string, unknown>>) {
  const outcome = await runOperation(work, 'timeline query', input);
  await reportOutcome(work, 'timeline query', outcome);
  return listTimelineOutput().parse(outcome.output);
}

function turnsFrom({ filter, cursors }: Place, entries: readonly TimelineEntry[], next: string | null): Choice<Turn>[] {
  const isNarrowed = Object.keys(filter).length > 0;
  if (entries.length === 0 && !isNarrowed) throw new NothingToChoose('No entries yet.');
  const turns: Choice<Turn>[] = entries.map((entry) => ({ ...entryLine(entry), value: { entry } }));
  if (next !== null) turns.push({ label: '$(arrow-down) Older entries…', alwaysShow: true, value: 'older' });
  if (cursors.length > 1) turns.push({ label: '$(arrow-up) Newer entries…', alwaysShow: true, value: 'newer' });
  if (entries.length > 0) turns.push({ label: '$(filter) Add filter…', alwaysShow: true, value: 'narrow' });
  if (isNarrowed) turns.push({ label: '$(clear-all) Clear filters', alwaysShow: true, value: 'all' });
  return turns;
}

function placeText({ filter, cursors }: Place, found: number): string {
  const which = filterText(filter);
  if (found === 0) return `No entry ${which}`;
  const first = (cursors.length - 1) * PAGE + 1;
  return `Entries ${first} to ${first + found - 1}, newest first${which === '' ? '' : `, ${which}`}`;
}
