/** The lines of one key. */
interface Entry {
  readonly key: string;
  readonly from: number;
  /** After its last line break. */
  readonly to: number;
}

const KEY = /^(?:"([^"\\]*)"|'([^']*)'|([^\s#:'"[\]{},&*!|>%@`-][^\s:]*))[ \t]*:(?=[ \t\r\n]|$)/;
const BELONGS = /^(?:[ \t]|-(?:[ \t\r\n]|$))/;
const BLANK = /^[ \t]*\r?\n?$/;

/** Returns the lines of each key. Blank lines and comments after the last line of a key belong to no key. */
export function splitEntries(yaml: string): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < yaml.length; ) {
    const end = yaml.indexOf('\n', at) + 1 || yaml.length;
    const line = yaml.slice(at, end);
    const [match, ...names] = KEY.exec(line) ?? [];
    const last = entries.at(-1);
    if (match !== undefined) entries.push({ key: names.find((name) => name !== undefined) ?? '', from: at, to: end });
    else if (last !== undefined && BELONGS.test(line) && !BLANK.test(line)) entries[entries.length - 1] = { ...last, to: end };
    at = end;
  }
  return entries;
}
