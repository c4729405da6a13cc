import { parse } from 'jsonc-parser';

/** Maximum number of scripts that are read from one page. */
const MAX_SCRIPTS = 100;
/** Maximum length of a tag. */
const MAX_TAG_LENGTH = 2_000;

/** Returns the import maps in an HTML page. Finds tags by position, so the cost is linear. */
export function importMapsIn(html: string): unknown[] {
  const lower = html.toLowerCase();
  const maps: unknown[] = [];
  let count = 0;
  for (let at = lower.indexOf('<script'); at >= 0 && count < MAX_SCRIPTS; at = lower.indexOf('<script', at + 1)) {
    count += 1;
    const [start, end] = [lower.indexOf('>', at), lower.indexOf('</script', at)];
    if (start < 0 || end < start || start - at > MAX_TAG_LENGTH || isInComment(lower, at)) continue;
    if (/\btype\s{0,9}=\s{0,9}["']?importmap\b/.test(lower.slice(at, start))) maps.push(parse(html.slice(start + 1, end)));
  }
  return maps;
}

/** Whether an offset is inside of an HTML comment. */
const isInComment = (html: string, at: number): boolean => html.lastIndexOf('<!--', at) > html.lastIndexOf('-->', at);
