/** Languages that are not read but import files of languages that are, by extension. */
const UNREAD: ReadonlyMap<string, string> = new Map([
  ['vue', 'Vue'],
  ['svelte', 'Svelte'],
  ['astro', 'Astro'],
  ['mdx', 'MDX'],
  ['coffee', 'CoffeeScript'],
  ['kt', 'Kotlin'],
  ['kts', 'Kotlin'],
  ['scala', 'Scala'],
  ['groovy', 'Groovy'],
  ['pyx', 'Cython'],
  ['pxd', 'Cython'],
  ['pxi', 'Cython'],
  ['sage', 'Sage'],
  ['jsp', 'JSP'],
  ['clj', 'Clojure'],
  ['templ', 'templ'],
  ['civet', 'Civet'],
  ['marko', 'Marko'],
  ['es6', 'JavaScript with the ending .es6'],
  ['jsm', 'JavaScript with the ending .jsm'],
  ['ipynb', 'Jupyter notebooks'],
]);

/** Returns the name of a file's language if it is not read but may import files that are; otherwise `null`. */
export function unreadLanguageOf(path: string): string | null {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') ? null : (UNREAD.get(path.slice(dot + 1).toLowerCase()) ?? null);
}
