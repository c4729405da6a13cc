import type { UnresolvedImport } from './graph-gaps.ts';

/** Languages in which the path of an import is that of a file. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/i;
/** Languages in which the parts of an import are names of files and folders. */
const NAMES_ARE_FILES = /\.(?:py|pyi|pyw|rs|java)$/i;
const RELATIVE = /^\.{1,2}(?:\/|$)/;
/** A template that is all of a computed import, possibly as an argument of functions that convert paths. */
const TEMPLATE = /^(?:[\w.]{1,60}\(){0,3}`([^`]{1,1000})`\){0,3}(?:\.href)?$/;

const INIT = '__init__';

/** Returns the name of the file of a Python package. */
export const initOf = (folder: string | undefined): string => `${folder ?? ''}/${INIT}`;

/** Returns the folder at which the dots of a relative Python import lead. */
export const folderAtDots = (specifier: string, path: string): string | undefined =>
  path.split('/').at(-1 - (/^\.*/.exec(specifier)?.[0].length ?? 0));

/** Whether an import is a path of a script, or one in a manifest. On macOS and Windows its case does not matter. */
export const ignoresCase = ({ path, language, specifier }: UnresolvedImport): boolean =>
  language === undefined ? SCRIPT.test(path) : language !== 'py' || specifier.includes('/');

/** Cargo and pip write names with either. */
const normalized = (name: string): string => name.replaceAll('-', '_');

const stemOf = (name: string): string => name.replace(/(?<=.)\..*$/, '');

/** Returns the names of files, without extensions too, and of all folders around them. */
function namesIn(paths: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of paths) {
    const segments = path.split('/');
    for (const each of segments) names.add(normalized(each));
    const stem = stemOf(segments.at(-1) ?? '');
    names.add(normalized(stem));
    if (stem === INIT) names.add(normalized(initOf(segments.at(-2))));
  }
  return names;
}

/** Returns the last name of an import path with and without extensions. A path that ends at a folder has the name of that folder. @param from the importing file */
export function lastNames(path: string, from: string): string[] {
  const segments = from.split('/').slice(0, -1);
  for (const each of path.replace(/[?#].*$/, '').split('/')) {
    if (each === '..') segments.pop();
    else if (each !== '.' && each !== '') segments.push(each);
  }
  const last = segments.at(-1);
  return last === undefined ? [] : [last, stemOf(last)];
}

/** Returns the names of a module that a manifest names, or of a path relative to the manifest. */
function namesInManifest({ path, specifier }: UnresolvedImport, language: string): string[] {
  return language === 'py' && !specifier.includes('/') ? specifier.split(/[\s.:[\]]/).filter(Boolean) : lastNames(specifier, path);
}

/** Returns the names that the imported file may have; empty if it may have any name. */
function namesOf(unresolved: UnresolvedImport): string[] {
  const { path, specifier, names, reason, language } = unresolved;
  if (language !== undefined) return namesInManifest(unresolved, language);
  const isScript = SCRIPT.test(path);
  if (reason === 'computed at run time') {
    const template = isScript ? TEMPLATE.exec(specifier)?.[1] : undefined;
    const end = template?.slice(template.lastIndexOf('}') + 1) ?? '';
    return end.includes('/') ? lastNames(end.slice(end.lastIndexOf('/') + 1), '') : [];
  }
  // The name of a package, and an alias, say nothing about the name of a file.
  if (isScript) return RELATIVE.test(specifier) ? lastNames(specifier, path) : [];
  if (!NAMES_ARE_FILES.test(path) || names.includes('*')) return [];
  const parts = specifier.split(/[/.\\]|::/).filter((part) => part !== '' && part !== '*');
  // The file of the package may define the imported names.
  const init = specifier.startsWith('.') ? [initOf(folderAtDots(specifier, path))] : [];
  // A name alone may be that of a distribution or a crate.
  return parts.length > 1 || specifier.startsWith('.') ? [...parts, ...names, ...init] : [];
}

/**
 * Returns a filter for unresolved imports: whether one may lead to some files, by its names. Only an import that must name a file and names
 * none of these is left out.
 */
export function mayLeadTo(paths: readonly string[]): (each: UnresolvedImport) => boolean {
  let [known, inLowerCase]: (ReadonlySet<string> | undefined)[] = [];
  return (each) => {
    const wanted = namesOf(each);
    if (wanted.length === 0) return true;
    known ??= namesIn(paths);
    if (wanted.some((name) => known?.has(normalized(name)))) return true;
    if (!ignoresCase(each)) return false;
    inLowerCase ??= new Set(Array.from(known, (name) => name.toLowerCase()));
    return wanted.some((name) => inLowerCase?.has(normalized(name).toLowerCase()));
  };
}
