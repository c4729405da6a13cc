/** A path in a configuration. */
export interface Place {
  /** It is relative to the folder of the configuration; otherwise it is text as written. */
  readonly isHere: boolean;
  readonly text: string;
}

/** The folder of the configuration. */
export const HERE: Place = { isHere: true, text: '' };
/** Expressions for the folder of the file, or for the folder where the tool is started, which mostly is the same. */
export const OF_FOLDER = new Set(['__dirname', 'import.meta.dirname', 'process.cwd()']);
export const OF_FILE = new Set(['__filename', 'import.meta.filename', 'import.meta.url']);

/** Joins places like `path.join`, or like `path.resolve`, which starts at the folder of the file. */
export function joinPlaces(places: readonly Place[], start: Place): Place | null {
  let at = start;
  for (const place of places) {
    if (place.isHere) at = place;
    else if (start.isHere && place.text.startsWith('/')) return null;
    else at = { ...at, text: at.text === '' ? place.text : `${at.text}/${place.text}` };
  }
  return at;
}

/** Appends texts, such as `__dirname + '/src'`. */
export function addTexts(parts: readonly (Place | null)[]): Place | null {
  const all = parts.filter((each) => each !== null);
  const [first] = all;
  if (first === undefined || all.length < parts.length || all.slice(1).some(({ isHere }) => isHere)) return null;
  const text = all.map((each) => each.text).join('');
  return { isHere: first.isHere, text: first.isHere ? text.replace(/^\/+/, '') : text };
}
