import type { TimelineFilter } from '../../src/host/dashboards/timeline/protocol.ts';

/** Qualifiers of the search: `file:src/ task:t1`. */
const NAMES = ['file', 'task', 'ref'] as const;
type Name = (typeof NAMES)[number];
export type SearchTerms = Pick<TimelineFilter, 'text' | Name>;

/** A qualifier `file:src/a.ts` or `task:"two words"`, or a word. */
const PARTS = /(?:(file|task|ref):)?(?:"([^"]*)"|(\S+))/gu;

const isName = (text: string | undefined): text is Name => NAMES.some((name) => name === text);

/** Parses a search. Words without a qualifier form one text in their order; the last of each qualifier counts. */
export function parseSearch(search: string): SearchTerms {
  const asked: Record<keyof SearchTerms, string> = { text: '', file: '', task: '', ref: '' };
  const words: string[] = [];
  for (const [whole, name, quoted, plain] of search.matchAll(PARTS)) {
    if (isName(name)) asked[name] = quoted ?? plain ?? '';
    // A qualifier without a value is still being typed.
    else if (!NAMES.some((each) => whole === `${each}:`)) words.push(quoted === undefined ? whole : quoted);
  }
  return { ...asked, text: words.join(' ') };
}

const quoted = (value: string): string => (/\s/u.test(value) ? `"${value}"` : value);

/**
 * Returns the search with a qualifier set, replacing an existing one. Quotation marks in the value are removed, because they cannot be
 * escaped.
 */
export function formatSearch(search: string, name: Name, value: string): string {
  const { text, ...named } = { ...parseSearch(search), [name]: value.replaceAll('"', '') };
  const parts = NAMES.filter((each) => named[each] !== '').map((each) => `${each}:${quoted(named[each])}`);
  return [...(text === '' ? [] : [text]), ...parts].join(' ');
}
