const MOST_CHARACTERS = 150;

const HEADING = /^#{1,6}(?:[ \t]+(.*))?$/;
/** Lines that say nothing by themselves: fences, comments, rules and underlines. */
const MARKS = /^(?:`{3}|~{3}|<!--|[-=*_|: \t]+$)/;

/** White space that is not a single blank; most texts have none of it. */
const UNEVEN = /\s{2}|[^\S ]/;

/** As much of a text as is shown in one line: white space joined, at most 150 characters. */
export function shorten(text: string): string {
  // Twice as many units hold them all, and the blanks around them; the rest of a long text is not looked at.
  const even = text.slice(0, 2 * MOST_CHARACTERS + 2);
  const start = UNEVEN.test(even)
    ? text
        .slice(0, 8 * MOST_CHARACTERS)
        .replace(/\s+/g, ' ')
        .trim()
    : even.trim();
  if (start.length <= MOST_CHARACTERS) return start;
  let end = 0;
  for (let count = 0; count < MOST_CHARACTERS && end < start.length; count += 1) end += (start.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return start.slice(0, end).trimEnd();
}

/**
 * The first line of a note's body that says something, at most 150 characters (seed 2, "description"): a heading only where there
 * is nothing else, because it mostly repeats the name. Empty for an empty body.
 * @param from where the body begins
 */
export function firstLine(text: string, from = 0): string {
  let heading = '';
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end).trim();
    at = end < 0 ? text.length : end + 1;
    const headed = HEADING.exec(line);
    if (headed !== null) heading ||= headed[1] ?? '';
    else if (line !== '' && !MARKS.test(line)) return shorten(line);
  }
  return shorten(heading);
}
