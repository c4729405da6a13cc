import { posix } from 'node:path';
import type { UnresolvedImport } from './graph-gaps.ts';
import { folderAtDots, ignoresCase, initOf, lastNames } from './import-relevance.ts';

/** Names of files that represent their folder. */
const FOR_ITS_FOLDER = new Set(['index', 'mod', 'lib', 'main', '__init__', 'package']);
/** An import of a folder by dots: `..`, `../`. */
const ENDS_AT_DOTS = /(?:^|\/)\.{1,2}\/?$/;
/** Folders that contain the sources of a package. */
const SOURCES = /^(?:src|lib)$/;
/** Languages in which an imported name may be a file. */
const NAMES_ARE_FILES = /\.rs$/i;
const PYTHON = /\.(?:py|pyi|pyw)$/i;
/** A class name by convention. */
const TYPE = /^[A-Z]/;

const stemOf = (file: string): string => file.replace(/(?<=[^/])\.[^./]*$/, '');

/** Returns the extension of a path in lower case, without its dot. */
export const extensionOf = (path: string): string => /\.(?<extension>[^./]+)$/.exec(path)?.groups?.extension?.toLowerCase() ?? '';

/** Returns the names by which a file or folder may be imported: its name without extensions, and its folder's name. */
function importNames(path: string): string[] {
  const segments = path.split('/').filter(Boolean);
  const [name = '', folder = ''] = [segments.at(-1), segments.at(-2)];
  const stem = name.replace(/(?<=.)\..*$/, '');
  const isOfPackage = /\.(?:go|java)$/.test(name);
  // `packages/ui/src/index.ts` represents `packages/ui`.
  const around = SOURCES.test(folder) ? [segments.at(-3) ?? ''] : [];
  if (stem === '__init__') return [stem, folder, initOf(folder)];
  if (FOR_ITS_FOLDER.has(stem) || isOfPackage) return [stem, folder, ...around];
  return stem === name ? [name, `${name}/`] : [stem, name];
}

/**
 * Returns the classes of a Java import, and its package as a folder, since no other class of the package is imported. For `a.b.*`, returns
 * the package.
 */
function importedJavaNames({ specifier, names }: UnresolvedImport): string[] {
  const parts = specifier.split('.');
  const first = parts.findIndex((part) => TYPE.test(part));
  const packageName = parts.at(first < 0 ? -1 : first - 1) ?? '';
  const types = [...parts, ...names].filter((part) => TYPE.test(part));
  return types.length > 0 ? [...types, `${packageName}/`] : [packageName];
}

/** Returns the package whose `__init__` may define a name of Python that is not found: `shop` for `shop.cart`. */
function packagesOf({ path, specifier, names }: UnresolvedImport): string[] {
  const [name] = names;
  if (name === undefined || !specifier.endsWith(`.${name}`)) return [];
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const inside = specifier.slice(dots, -name.length - 1);
  return [initOf(inside === '' ? folderAtDots(specifier, path) : inside.split('.').at(-1))];
}

/** Returns the end of the path of the module that lacks a name of Python: `/shop/testing` for `shop.testing.Runner`; `null` for others. */
function moduleLacking({ path, specifier, names: [name] }: UnresolvedImport): string | null {
  if (!PYTHON.test(path) || name === undefined || !specifier.endsWith(`.${name}`)) return null;
  const [dots = '', module = ''] = /^(\.*)(.*)$/.exec(specifier.slice(0, -name.length - 1))?.slice(1) ?? [];
  if (module === '') return null;
  const folder = dots === '' ? '' : posix.join(path, '../'.repeat(dots.length));
  return `/${posix.join(folder, module.replaceAll('.', '/'))}`.toLowerCase();
}

/** Whether an import may lead below a folder, by its path or by a name in it. */
function mayLeadBelow({ path, specifier, language }: UnresolvedImport, folder: string): boolean {
  const isPath = /^\.{1,2}\//.test(specifier) || language !== undefined;
  if (isPath) return posix.join(posix.dirname(path), specifier).startsWith(`${folder}/`);
  return specifier.split(/[/.]|::/).includes(posix.basename(folder));
}

/** Whether an import is a name in a manifest. */
const isOfManifest = ({ language }: UnresolvedImport): boolean => language !== undefined;

/** Whether a name in a manifest is that of a Python module, not a path. */
const namesModule = ({ language, specifier }: UnresolvedImport): boolean => language === 'py' && !/\/|\.py$/.test(specifier);

/** Returns the last name of a module that a manifest names: `cli` for `shop.cli:main`. */
function namedModule({ specifier, names: [attribute = ''] }: UnresolvedImport): string {
  const [module = ''] = specifier.split(/[\s:[]/, 1);
  // setuptools writes the attribute like a module: `shop.about.version`.
  const isWithAttribute = module === specifier && attribute !== '' && module.endsWith(`.${attribute}`);
  const parts = module.split('.');
  return parts.at(isWithAttribute ? -2 : -1) ?? '';
}

/** Returns the last name of an import, and for Python and Rust the imported names, too. */
function importedNames(unresolved: UnresolvedImport): string[] {
  const { path, specifier, names } = unresolved;
  if (path.endsWith('.java')) return importedJavaNames(unresolved);
  if (isOfManifest(unresolved)) return namesModule(unresolved) ? [namedModule(unresolved)] : [];
  const bare = specifier.replace(/(?<=.)[?#].*$/, '').replace(/\/$/, '');
  const last = bare.split(/[/\\]|::/).at(-1) ?? '';
  const stem = last.replace(/(?<=.)\.[^.]*$/, '');
  const ofModule = [...bare.split(/[/.]|::/).slice(-1), last, ...names];
  if (PYTHON.test(path)) return [...ofModule, ...packagesOf(unresolved)];
  if (NAMES_ARE_FILES.test(path)) return ofModule;
  if (ENDS_AT_DOTS.test(bare)) return lastNames(bare, path);
  return [last, stem, last.replace(/^[@~#]/, ''), ...(extensionOf(path) === '' ? ofModule : [])];
}

/**
 * Returns a filter for unresolved imports: whether one may mean a requested file, by its candidates or its last name.
 * @param asked the requested files and folders @param files the same, with the files of the folders
 */
export function mayMeanOneOf(asked: readonly string[], files: readonly string[]): (each: UnresolvedImport) => boolean {
  const all = new Set(files);
  const stems = new Set(files.map((file) => stemOf(file).toLowerCase()));
  const names = new Set(asked.flatMap(importNames));
  const inLowerCase = new Set(Array.from(names, (name) => name.toLowerCase()));
  // A folder of the graph is represented by its files.
  const lostFolders = asked.filter((each) => extensionOf(each) === '' && all.has(each)).map((each) => each.replace(/\/$/, ''));
  const isAsked = (each: UnresolvedImport, name: string): boolean =>
    name !== '' && (names.has(name) || (ignoresCase(each) && inLowerCase.has(name.toLowerCase())));
  return (each) => {
    if (each.candidates?.some((candidate) => all.has(candidate))) return true;
    if (each.reason !== 'not found') return false;
    if (importedNames(each).some((name) => isAsked(each, name))) return true;
    const module = moduleLacking(each);
    if (module !== null && [...stems].some((stem) => `/${stem}`.endsWith(module))) return true;
    if (lostFolders.some((folder) => mayLeadBelow(each, folder))) return true;
    // A path in a manifest is relative to the manifest.
    return (
      isOfManifest(each) && !namesModule(each) && stems.has(stemOf(posix.join(posix.dirname(each.path), each.specifier)).toLowerCase())
    );
  };
}
