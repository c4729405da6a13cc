/** Languages that are not read, by extension, whose files import files of languages that are. */
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
  ['ipynb', 'Jupyter notebooks'],
]);

/** The name of a file's language, where that is not read although its files may depend on files that are; else `null`. */
export function unreadLanguageOf(path: string): string | null {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') ? null : (UNREAD.get(path.slice(dot + 1).toLowerCase()) ?? null);
}
