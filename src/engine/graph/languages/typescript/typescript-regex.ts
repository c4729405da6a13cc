/** Beginnings that match any path: `^\.\/.*`, `.*`, `.+`. */
const ANY = /^(?:\^(?:\\\.\\\/)?)?\.[*+]/;
/** Parts of a simple ending: an escaped character, a word, a choice of words, a choice of characters, each possibly optional. */
const PART = /\\([./_-])|\((?:\?:)?([\w|-]{1,80})\)|\[([\w-]{1,20})\]|([\w-])/y;
const MAX_LENGTH = 120;

/** Returns one part of an ending as a glob pattern. */
function partOf([, escaped, words, characters, plain]: RegExpExecArray): string | null {
  if (words !== undefined) return `{${words.replaceAll('|', ',')}}`;
  if (characters === undefined) return escaped ?? plain ?? null;
  return characters.includes('-') ? null : `{${[...characters].join(',')}}`;
}

/** Returns an ending as a glob pattern; `null` if it contains anything else than simple parts. */
function patternOf(ending: string): string | null {
  let pattern = '';
  for (let at = 0; at < ending.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const match = PART.exec(ending);
    const part = match === null ? null : partOf(match);
    const isOptional = part !== null && ending[PART.lastIndex] === '?';
    if (part === null || (isOptional && part.includes('{'))) return null;
    if (isOptional) PART.lastIndex += 1;
    pattern += isOptional ? `{${part},}` : part;
  }
  return pattern;
}

/**
 * Converts a regular expression that only describes how a path ends, such as `/\.[jt]sx?$/`, to a glob pattern for a file name. The
 * expression itself is never run, because it comes from the project.
 * @returns `null` for all other expressions
 */
export function endingPattern(written: string): string | null {
  const source = /^\/(.*)\/$/.exec(written)?.[1];
  if (source === undefined || source.length > MAX_LENGTH || !source.endsWith('$')) return null;
  const [name = '', ...folders] = patternOf(source.slice(0, -1).replace(ANY, ''))?.split('/').reverse() ?? ['', '', ''];
  // `/\/index\.js$/` names a whole file. Other folders cannot be expressed together with `**`.
  if (folders.length > 1 || (folders[0] ?? '') !== '') return null;
  return folders.length === 1 ? name : `*${name}`;
}
