import type { JSONPath } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { jsonEqual } from '../crtx/json-equal.ts';
import { CortexError, describeError } from '../platform/errors.ts';
import { JsonText } from '../text/json-edit.ts';
import { lineBreakOf } from '../text/markdown/markdown.ts';
import { withoutSection, withSection } from '../text/markdown/marked-section.ts';
import type { JsonItem, JsonValue, Line, Part, Section, TomlTable } from './part.ts';

const SECTION = 'agents';

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Without a value, and without the objects and lists around it that are empty then. */
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

/** The places of our entries in a list. */
function placesOf(json: JsonText, { path, mark }: JsonItem): number[] {
  const list = json.at(path);
  return Array.isArray(list) ? list.flatMap((each, at) => (JSON.stringify(each).includes(mark) ? [at] : [])) : [];
}

function withItem(text: string, part: JsonItem): string {
  const json = new JsonText(text, part.file);
  const [at] = placesOf(json, part);
  if (at === undefined) return json.withItem(part.path, part.item).text;
  const place = [...part.path, at];
  return jsonEqual(json.at(place), part.item) ? text : json.with(place, part.item).text;
}

function withoutItem(text: string, part: JsonItem): string {
  const json = new JsonText(text, part.file);
  const places = placesOf(json, part).reverse();
  return places.reduce((left, at) => pruned(left, [...part.path, at]), json).text;
}

/** @throws CortexError `broken-file` */
function tableAt(text: string, { file, path }: TomlTable): unknown {
  let value: unknown;
  try {
    value = parseToml(text);
  } catch (error) {
    throw new CortexError('broken-file', `cannot be changed: ${describeError(error).split('\n', 1)[0]}`, {
      file,
      next: 'Correct it; nothing was changed.',
    });
  }
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
  return value;
}

function withTable(text: string, part: TomlTable): string {
  if (tableAt(text, part) !== undefined) return text;
  const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  return `${text}${gap}${part.text}`;
}

/** Only as it was written: what somebody has adapted stays. */
function withoutTable(text: string, part: TomlTable): string {
  return [`\n\n${part.text}`, `\n${part.text}`, part.text].reduce(
    (left, ours, n) => (left !== text || !text.includes(ours) ? left : text.replace(ours, n === 0 ? '\n' : '')),
    text,
  );
}

const linesOf = (text: string): string[] => text.split(/\r?\n/);

function withLine(text: string, { line }: Line): string {
  if (linesOf(text).includes(line)) return text;
  const eol = lineBreakOf(text);
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${line}${eol}`;
}

function withoutLine(text: string, { line }: Line): string {
  const eol = lineBreakOf(text);
  return text
    .split(eol)
    .filter((each) => each !== line)
    .join(eol);
}

const sectionOf = ({ file }: Section) => ({ name: SECTION, file });

/** The text of a file with a part. @param text `''` where there is no file @throws CortexError `broken-file` for a text that cannot be read */
export function withPart(text: string, part: Part): string {
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

/** The text of a file without a part. @throws CortexError `broken-file` for a text that cannot be read */
export function withoutPart(text: string, part: Part): string {
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
      return '';
  }
}
