import { reasonInWords, uncheckedNames } from '../../engine/crtx/index.ts';
import { type UnresolvedOutput, unresolvedOutput } from '../../engine/graph/schemas/unresolved.ts';
import { changeLines } from './doubts.ts';
import { counted, escapeText, grouped, type TypedInput, table, textOutput, whole } from './layout.ts';

/** Maximum number of listed names that could not be checked. */
const MAX_UNCHECKED = 5;

/** Returns the text for an empty list. @param isNow whether no file has changed since the graph was built @param isAll whether all names were checked */
function noneUnresolved({ path }: TypedInput, isNow: boolean, isAll: boolean): string {
  const place = typeof path === 'string' && path !== '.' ? ` in ${escapeText(path)}` : '';
  if (!isAll) return `No unresolved import was found${place}, and all files are read, but some names could not be checked.`;
  if (isNow) return `All imports${place} are resolved, and all files are read.`;
  return `When the graph was built, all imports${place} were resolved, and all files were read.`;
}

/** What files that were not read mean for the list. */
const INCOMPLETE = 'Imports in these files, or resolved through them, may be missing from this list.';

/** Returns the names that may be missing, because the text of their file does not show all its names. */
function uncheckedLines(unchecked: UnresolvedOutput['unchecked']): string[] {
  const [names, files] = [uncheckedNames(unchecked), new Set(unchecked.map(({ definer }) => definer)).size];
  const shown = unchecked.slice(0, MAX_UNCHECKED);
  const left = unchecked.length - shown.length;
  const where =
    files === 1
      ? '1 file may define names that the graph does not see'
      : `${grouped(files)} files may define names that the graph does not see`;
  return [
    `${counted(names, 'name')} could not be checked: ${where}`,
    table(
      shown.map(({ path, line, specifier, names: each, definer }) => [
        whole(`${path}:${line}`),
        each.join(', ') || specifier,
        whole(`may be missing in ${definer}`),
      ]),
    ),
    ...(left > 0 ? [`and ${grouped(left)} more (--json lists all)`] : []),
  ];
}

/** Joins parts that are not empty, with an empty line between them. */
const joined = (parts: readonly (readonly string[])[]): string[] =>
  parts.filter((part) => part.length > 0).flatMap((part, n) => (n === 0 ? part : ['', ...part]));

function unresolved({ imports, files, unchecked, changed }: UnresolvedOutput, _: number, asked: TypedInput): string {
  const since = changeLines(changed, asked);
  const isEmpty = imports.length + files.length === 0;
  const rows = imports.map((each) => [
    whole(`${each.path}:${each.line}`),
    whole(each.specifier === '' ? "''" : each.specifier),
    reasonInWords(each),
  ]);
  const unread = files.map(({ path, line, reason }) => [whole(line === undefined ? path : `${path}:${line}`), reason]);
  const parts = joined([
    isEmpty ? [noneUnresolved(asked, since.length === 0, unchecked.length === 0)] : [],
    imports.length === 0 ? [] : [`${counted(imports.length, 'import')} unresolved`, table(rows)],
    files.length === 0 ? [] : [`${counted(files.length, 'file')} not fully read`, table(unread), INCOMPLETE],
    unchecked.length === 0 ? [] : uncheckedLines(unchecked),
  ]);
  return [...parts, ...since].join('\n');
}

/** Text for `graph unresolved`. */
export const unresolvedText = textOutput(unresolvedOutput, unresolved);
