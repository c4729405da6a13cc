import type { TimelineFilter } from '../../src/host/dashboards/timeline/protocol.ts';

/** What can be asked for by name in the search: `file:src/ task:t1`. */
const NAMES = ['file', 'task', 'ref'] as const;
type Name = (typeof NAMES)[number];
export type Asked = Pick<TimelineFilter, 'text' | Name>;

/** `file:src/a.ts`, `task:"two words"`, or a word. */
const PARTS = /(?:(file|task|ref):)?(?:"([^"]*)"|(\S+))/gu;

const isName = (text: string | undefined): text is Name => NAMES.some((name) => name === text);

/** Takes apart what a person searches for. Words without a name are one text, as they stand; the last of each name counts. */
export function askedIn(search: string): Asked {
  const asked: Record<keyof Asked, string> = { text: '', file: '', task: '', ref: '' };
  const words: string[] = [];
  for (const [whole, name, quoted, plain] of search.matchAll(PARTS)) {
    if (isName(name)) asked[name] = quoted ?? plain ?? '';
    // Somebody is about to name it.
    else if (!NAMES.some((each) => whole === `${each}:`)) words.push(quoted === undefined ? whole : quoted);
  }
  return { ...asked, text: words.join(' ') };
}

const quoted = (value: string): string => (/\s/u.test(value) ? `"${value}"` : value);

/** The search with this asked for besides, in place of what was asked for by that name. Without quotation marks: they have none of their own. */
export function asking(search: string, name: Name, value: string): string {
  const { text, ...named } = { ...askedIn(search), [name]: value.replaceAll('"', '') };
  const parts = NAMES.filter((each) => named[each] !== '').map((each) => `${each}:${quoted(named[each])}`);
  return [...(text === '' ? [] : [text]), ...parts].join(' ');
}
