import type { JSONPath } from 'jsonc-parser';
import { parse as parseToml, TomlError } from 'smol-toml';
import { jsonEqual } from '../crtx/json-equal.ts';
import { CortexError } from '../platform/errors.ts';
import { ownProperty } from '../text/foreign-data.ts';
import { JsonText } from '../text/json/json-edit.ts';
import { detectLineBreak } from '../text/markdown/markdown.ts';
import { withoutSection, withSection } from '../text/markdown/marked-section.ts';
import type { JsonItem, JsonValue, Line, Part, Section, TomlTable } from './part.ts';

const SECTION = 'agents';
/** Byte order mark, which some editors write. */
const MARK = '\ufeff';

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Removes a value, and the objects and lists around it that become empty. */
function pruned(json: JsonText, path: JSONPath): JsonText {
  let left = json.without(path);
  for (let above = path.slice(0, -1); above.length > 0 && isEmpty(left.at(above)); above = above.slice(0, -1)) {
    left = left.without(above);
  }
  return left;
}

function withValue(text: string, { file, path, value }: JsonValue): string {
  const json = new JsonText(text, file);
  return json.at(path) === undefined ? json.with(path, value).text : text;
}

function withoutValue(text: string, { file, path, value }: JsonValue): string {
  const json = new JsonText(text, file);
  return jsonEqual(json.at(path), value) ? pruned(json, path).text : text;
}

const isOurs = (entry: unknown, { item, mark }: JsonItem): boolean =>
  typeof item === 'string' ? entry === item : JSON.stringify(entry).includes(mark);

/** Returns the indexes of our entries in a list. */
function placesOf(json: JsonText, part: JsonItem): number[] {
  const list = json.at(part.path);
  return Array.isArray(list) ? list.flatMap((each, at) => (isOurs(each, part) ? [at] : [])) : [];
}

function hooksIn(entry: unknown): readonly unknown[] {
  const hooks = ownProperty(entry, 'hooks');
  return Array.isArray(hooks) ? hooks : [];
}

/** Returns the path of our part of an entry: the whole entry, or only our hook if other hooks were added to it. */
function ourPlace(json: JsonText, part: JsonItem, at: number): JSONPath {
  const place = [...part.path, at];
  const hooks = hooksIn(json.at(place));
  return hooks.every((hook) => isOurs(hook, part)) ? place : [...place, 'hooks', hooks.findIndex((hook) => isOurs(hook, part))];
}

/** Returns the commands of an entry and of the hooks in it. */
const commandsOf = (entry: unknown): unknown[] => [entry, ...hooksIn(entry)].map((each: unknown) => ownProperty(each, 'command'));

/**
 * Reports whether an entry runs the same command as ours. Then it stays, because its matcher or timeout may have been changed on purpose.
 */
function runsOurs(entry: unknown, { item }: JsonItem): boolean {
  const ours: ReadonlySet<unknown> = new Set(commandsOf(item).filter((command) => command !== undefined));
  return commandsOf(entry).some((command) => ours.has(command));
}

function withItem(text: string, part: JsonItem): string {
  const json = new JsonText(text, part.file);
  const [at] = placesOf(json, part);
  if (at === undefined) return json.withItem(part.path, part.item).text;
  const entry = [...part.path, at];
  if (jsonEqual(json.at(entry), part.item) || runsOurs(json.at(entry), part)) return text;
  const place = ourPlace(json, part, at);
  return json.with(place, place.length === entry.length ? part.item : hooksIn(part.item)[0]).text;
}

function withoutItem(text: string, part: JsonItem): string {
  const json = new JsonText(text, part.file);
  const places = placesOf(json, part).reverse();
  return places.reduce((left, at) => pruned(left, ourPlace(left, part, at)), json).text;
}

/** @throws CortexError `broken-file` */
function tableAt(text: string, { file, path }: TomlTable): unknown {
  let value: unknown;
  try {
    value = parseToml(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = error.message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '');
    const { line, column } = error;
    throw new CortexError('broken-file', `cannot be read: ${what}`, { file, line, column, next: 'Correct it.' });
  }
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
  return value;
}

function withTable(text: string, part: TomlTable): string {
  if (tableAt(text, part) !== undefined) return text;
  const made = `${text}${text === '' ? '' : '\n'}${part.text}`;
  try {
    tableAt(made, part);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const [above] = part.path;
    const next = `Write it as tables, such as [${above}.NAME].`;
    throw new CortexError('broken-file', `cannot be changed: no table can be added to ${above} in its present form`, {
      file: part.file,
      next,
    });
  }
  return made;
}

/** Removes the table only if it is unchanged; an adapted one stays. */
function withoutTable(text: string, part: TomlTable): string {
  return [`\n\n${part.text}`, `\n${part.text}`, part.text].reduce(
    (left, ours, n) => (left !== text || !text.includes(ours) ? left : text.replace(ours, n === 0 ? '\n' : '')),
    text,
  );
}

const linesOf = (text: string): string[] => text.split(/\r?\n/);

function withLine(text: string, { line }: Line): string {
  if (linesOf(text).includes(line)) return text;
  const eol = detectLineBreak(text);
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${line}${eol}`;
}

function withoutLine(text: string, { line }: Line): string {
  const eol = detectLineBreak(text);
  return text
    .split(eol)
    .filter((each) => each !== line)
    .join(eol);
}

const sectionOf = ({ file }: Section) => ({ name: SECTION, file });

/**
 * Returns the text of a file with a part added.
 * @param text `''` for a missing file @throws CortexError `broken-file` for a text that cannot be parsed
 */
export function withPart(text: string, part: Part): string {
  return behindMark(text, (rest) => partAdded(rest, part));
}

/** Changes a text after its byte order mark, if any. */
function behindMark(text: string, change: (rest: string) => string): string {
  return text.startsWith(MARK) ? MARK + change(text.slice(MARK.length)) : change(text);
}

function partAdded(text: string, part: Part): string {
  switch (part.kind) {
    case 'value':
      return withValue(text, part);
    case 'item':
      return withItem(text, part);
    case 'table':
      return withTable(text, part);
    case 'section':
      return withSection(text, part.body, sectionOf(part));
    case 'line':
      return withLine(text, part);
    case 'file':
      return part.text;
  }
}

/** Returns the text of a file with a part removed. @throws CortexError `broken-file` for a text that cannot be parsed */
export function withoutPart(text: string, part: Part): string {
  return behindMark(text, (rest) => partRemoved(rest, part));
}

function partRemoved(text: string, part: Part): string {
  switch (part.kind) {
    case 'value':
      return withoutValue(text, part);
    case 'item':
      return withoutItem(text, part);
    case 'table':
      return withoutTable(text, part);
    case 'section':
      return withoutSection(text, sectionOf(part));
    case 'line':
      return withoutLine(text, part);
    case 'file':
      return text.includes(part.mark) ? '' : text;
  }
}
