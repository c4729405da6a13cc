import { CortexError } from '../../platform/errors.ts';
import { detectLineBreak, type Range } from '../../text/markdown/markdown.ts';
import { linesWithin, type ProseLine, proseLines } from '../../text/markdown/prose-lines.ts';
import { contentEnd, findSection, parseSections, type Section } from '../../text/markdown/sections.ts';
import { checkRead } from '../checked.ts';
import { escapeComments } from '../queue/task-fields.ts';
import { findMisspeltSections } from './misspelt-sections.ts';
import { noteText } from './note-text.ts';
import { isPlaceholder } from './placeholder.ts';

/** Entry of `## Session Log` (seed 5; rulings, team 8). */
export interface SessionEntry {
  /** As written, trimmed. */
  readonly text: string;
  /** Text after `Last session:`; may be empty. */
  readonly when: string;
  /** Range with the empty lines after it, in UTF-16 code units. */
  readonly range: Range;
}

const SECTION = 'Session Log';
const ENTRY = /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?Last session:(?:\*\*)?(.*)$/i;
/** Status line of the template, which no person wrote. */
const STATUS = /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?Status:(?:\*\*)?[ \t]*(?:registered|--)?[ \t]*$/i;

/** Returns the entries of a session log in order. Text before the first one is ignored. @param lines the text's prose */
export function sessionsIn(text: string, section: Section | undefined, lines: readonly ProseLine[] = proseLines(text)): SessionEntry[] {
  if (section === undefined) return [];
  const begins = linesWithin(lines, { from: section.bodyFrom, to: section.to }).flatMap(({ from: at, text: line }) => {
    const when = ENTRY.exec(line)?.[1];
    return when === undefined ? [] : [{ at, when: when.trim() }];
  });
  return begins.map(({ at, when }, n) => {
    const range = { from: at, to: begins[n + 1]?.at ?? section.to };
    return { text: text.slice(range.from, range.to).trim(), when, range };
  });
}

/**
 * Returns the newest entry: the one of the latest day. Of several on one day the last counts, because logs grow downward, unless the log
 * is sorted newest first.
 */
export function newestSession(entries: readonly SessionEntry[]): SessionEntry | undefined {
  const dated = entries.filter((entry) => !isOfTemplate(entry));
  const [first, last] = [dated[0], dated.at(-1)];
  const downwards = first !== undefined && last !== undefined && first.when > last.when;
  const newest = dated.reduce<SessionEntry | undefined>((best, entry) => {
    const isNewer = best === undefined || entry.when > best.when || (entry.when === best.when && !downwards);
    return isNewer ? entry : best;
  }, undefined);
  return newest ?? entries.at(-1);
}

/** Reports whether an entry has a placeholder instead of a date. */
function isOfTemplate({ when }: SessionEntry): boolean {
  return when !== '' && isPlaceholder(when);
}

/** Returns the text of an entry; empty if it is only the template's. */
export function sessionText(entry: SessionEntry | undefined): string {
  if (entry === undefined) return '';
  return isOfTemplate(entry) && ofTemplate(entry.text).length === entry.text.length ? '' : entry.text;
}

/** Report of an agent on a session (seed 5, "Report"). */
export interface SessionReport {
  /** `YYYY-MM-DD`, optionally with a time. */
  readonly when: string;
  /** One or more lines. */
  readonly status: string;
}

/** Line starts in a report that would start another section or entry, or hide the following text. */
const BEGINS = /^((?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])*)(?=#|(?:\*\*)?Last session:|`{3}|~{3})/i;
const plain = (line: string): string => line.replace(BEGINS, '$1\\');

/** Adds an entry to a session log, replacing the template's entry. All other text stays unchanged. @throws CortexError `broken-file` */
export function addSession(text: string, report: SessionReport): string {
  const next = withEntry(text, report);
  checkRead(text, entriesOf(next).length > entriesOf(text).length);
  return next;
}

/** Returns the entries that are not the template's. */
function entriesOf(text: string): SessionEntry[] {
  return sessionsIn(text, findSection(parseSections(text), SECTION)).filter((entry) => !isOfTemplate(entry));
}

/** Returns the part of an entry that comes from the template, without text that a person added below it. */
function ofTemplate(entry: string): string {
  const [first = '', second = ''] = entry.split(/\r?\n/);
  return STATUS.test(second) ? entry.slice(0, entry.indexOf(second, first.length) + second.length) : first;
}

/** Checks that no second section is added beside a misspelt one. @throws CortexError `broken-file` with the line */
function requireSection(text: string): void {
  const [problem] = findMisspeltSections(noteText(text), [SECTION]);
  if (problem === undefined) return;
  const next = 'Correct it, then try again; nothing was changed.';
  throw new CortexError('broken-file', problem.message, { line: problem.line, next });
}

function withEntry(text: string, { when, status }: SessionReport): string {
  const eol = detectLineBreak(text);
  const [first = '', ...others] = escapeComments(status)
    .trim()
    .split(/\r?\n|\r/);
  const lines = [`Last session: ${when}`, `Status: ${first}`, ...others.map(plain)].join(eol);
  const section = findSection(parseSections(text), SECTION);
  if (section === undefined) {
    requireSection(text);
    const kept = text.slice(0, contentEnd(text));
    return `${kept}${kept === '' ? '' : eol + eol}## ${SECTION}${eol}${lines}${eol}`;
  }
  const empty = sessionsIn(text, section).find(isOfTemplate);
  const from = empty?.range.from ?? section.bodyFrom + contentEnd(text.slice(section.bodyFrom, section.to));
  const to = empty === undefined ? from : from + ofTemplate(text.slice(from, empty.range.to)).length;
  const isFirst = from <= section.bodyFrom;
  const gap = isFirst ? (text.slice(0, from).endsWith('\n') ? '' : eol) : eol + eol;
  const behind = isFirst && empty === undefined ? eol + text.slice(to) : text.slice(to);
  return `${text.slice(0, from)}${empty === undefined ? gap : ''}${lines}${behind === '' ? eol : behind}`;
}

/** Removes all entries but the newest one from a session log (seed 5, "Housekeeping"). All other text stays unchanged. */
export function trimSessions(text: string): string {
  const entries = sessionsIn(text, findSection(parseSections(text), SECTION));
  const newest = newestSession(entries);
  const [first, last] = [entries[0], entries.at(-1)];
  if (newest === undefined || first === undefined || last === undefined || entries.length === 1) return text;
  const behind = text.slice(first.range.from, last.range.to);
  const end = behind.slice(behind.trimEnd().length);
  return `${text.slice(0, first.range.from)}${newest.text}${end}${text.slice(last.range.to)}`;
}
