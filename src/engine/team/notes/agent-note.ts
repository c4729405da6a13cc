import { cut } from '../../text/cut.ts';
import { type HeaderProblem, readHeader } from '../../text/frontmatter/frontmatter.ts';
import { splitEntries } from '../../text/frontmatter/frontmatter-entries.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';
import { linesWithin, type ProseLine } from '../../text/markdown/prose-lines.ts';
import { findSection, type Section } from '../../text/markdown/sections.ts';
import { flagsIn } from '../flags.ts';
import { parseTicks } from '../queue/ticks.ts';
import { nameKey, slugOf } from '../slug.ts';
import { findMisspeltSections } from './misspelt-sections.ts';
import { isOnlyComments, type NoteProblem, noteText } from './note-text.ts';
import { isPlaceholder, withoutPlaceholder } from './placeholder.ts';
import { newestSession, type SessionEntry, sessionsIn, sessionText } from './session-log.ts';

/** Time at which an agent last checked for work. */
export interface Heartbeat {
  /** As written. */
  readonly text: string;
  /** In the note's header, in a comment `cortex:last-tick` of the note, or in such a comment of the agent's task file. */
  readonly place: 'header' | 'comment' | 'tasks';
  /** File relative to the team directory, and 1-based line. */
  readonly path: string;
  readonly line: number;
}

/** An agent of a team (seed 5, "Agent Notes"). Texts are empty if the note does not contain them. */
export interface AgentNote {
  readonly slug: string;
  /** Relative to the team directory, `/`-separated. */
  readonly path: string;
  readonly name: string;
  /** Working directory of the agent, as written. */
  readonly project: string;
  /** As written, in lower case. */
  readonly status: string;
  readonly joined: string;
  /** All heartbeats in the note. The latest one counts. */
  readonly heartbeats: readonly Heartbeat[];
  readonly role: string;
  /** Slugs of the agent's projects; for a name without a slug, the name in lower case. */
  readonly projects: readonly string[];
  /** 1-based lines of the projects in the note. */
  readonly projectLines: readonly number[];
  readonly capabilities: readonly string[];
  /** Newest entry of the session log, as written; empty if there is none. */
  readonly lastSession: string;
  /** Tasks that the agent flagged as unsuitable, on the day of that entry. */
  readonly flags: readonly string[];
  /** 1-based lines of the flags in the note. */
  readonly flagLines: readonly number[];
  readonly problems: readonly NoteProblem[];
}

/** Status of an agent that has left the team (seed 5, "Agent Notes"). */
export const INACTIVE = 'inactive';

/** Sections of an agent's note (seed 5, "Agent Notes"). */
const SECTIONS = ['Role', 'Projects', 'Capabilities', 'Session Log'];

/** Limit of a name in messages about other things, in UTF-16 code units. */
const MAX_NAMED = 60;

const ITEM = /^([ \t]*)[-*+][ \t]+(.*)$/;

/** Returns a header value as text. Placeholders of templates are empty. */
export function headerText(values: ReadonlyMap<string, unknown>, key: string): string {
  const value = values.get(key);
  return typeof value === 'string' || typeof value === 'boolean' ? withoutPlaceholder(String(value).trim()) : '';
}

/** Converts a header's problem to its line in the file. */
export function headerProblem(text: string, yamlFrom: number, problem: HeaderProblem | null): NoteProblem[] {
  if (problem === null) return [];
  const before = text.slice(0, yamlFrom).split('\n').length - 1;
  return [{ message: problem.message, line: before + problem.line }];
}

export interface ReadHeaderOfNote {
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly NoteProblem[];
}

/** Returns the header of a note. A header that is missing, unclosed or not in YAML is reported as a problem and has no values. */
export function headerOfNote(text: string): ReadHeaderOfNote {
  const { header, unclosed } = splitHeader(text);
  if (header === null) {
    const message = unclosed ? 'the header is not closed: a line "---" is missing' : 'the note has no header';
    return { values: new Map(), problems: [{ message, line: 1 }] };
  }
  if (header.language !== null) {
    return { values: new Map(), problems: [{ message: `the header must be YAML, not ${header.language}`, line: 1 }] };
  }
  const { values, problem } = readHeader(header.yaml);
  return { values, problems: headerProblem(text, header.yamlFrom, problem) };
}

/** List item. */
interface Item {
  readonly text: string;
  /** Start of its line. */
  readonly from: number;
}

/** Returns the top-level items of the list in a section. */
export function itemsIn(lines: readonly ProseLine[], section: Section | undefined): Item[] {
  if (section === undefined) return [];
  const items: Item[] = [];
  let indent = Number.POSITIVE_INFINITY;
  for (const { text, from } of linesWithin(lines, { from: section.bodyFrom, to: section.to })) {
    const [match, before = '', item = ''] = ITEM.exec(text) ?? [];
    if (match === undefined || before.length > indent + 1) continue;
    indent = before.length;
    if (!isPlaceholder(item)) items.push({ text: item.trim(), from });
  }
  return items;
}

/** Links at the start of an item: `[[pay]]`, `[[projects/pay|Payments]]`, `[Payments](../projects/pay.md)`. */
const LINKS = [/^\[\[([^\]|#]{1,200})/, /^\[[^\]\n]{0,200}\]\(<([^<>\n#]{1,300})/, /^\[[^\]\n]{0,200}\]\(([^()<>\s#]{1,300})/];

/** Returns the name of the note to which the item's first link leads; `undefined` if the item does not start with a link. */
function linkedNote(item: string): string | undefined {
  const target = LINKS.map((link) => link.exec(item)?.[1]).find((each) => each !== undefined);
  return target?.replace(/%20/g, ' ').split('/').at(-1)?.replace(/\.md$/i, '');
}

/** Returns the project of an item such as `- billing-service — primary project`, or of a link to its note. */
function projectIn(item: string): string {
  const linked = linkedNote(item);
  if (linked !== undefined) return nameKey(linked);
  const [name = ''] = item.split(/[ \t](?:[\u2014\u2013-]|\()|[:,;]/, 1);
  return nameKey(name);
}

/** Returns the 1-based line of a header key; 1 if there is none. */
export function headerLine(text: string, key: string): number {
  const { header } = splitHeader(text);
  const entry = header === null ? undefined : splitEntries(header.yaml).find((each) => each.key === key);
  return entry === undefined ? 1 : text.slice(0, (header?.yamlFrom ?? 0) + entry.from).split('\n').length;
}

function heartbeatsIn(text: string, values: ReadonlyMap<string, unknown>, path: string): Heartbeat[] {
  const inHeader = headerText(values, 'last-heartbeat');
  const ticks = taskHeartbeats(text, 'comment', path);
  return inHeader === '' ? ticks : [{ text: inHeader, place: 'header', path, line: headerLine(text, 'last-heartbeat') }, ...ticks];
}

/** Returns the heartbeats in `cortex:last-tick` comments of a file. */
export function taskHeartbeats(text: string, place: 'comment' | 'tasks', path: string): Heartbeat[] {
  return parseTicks(text).flatMap(({ time, line }) => (time === '' ? [] : [{ text: time, place, path, line }]));
}

/** Flags are collected by day, so that an evening report does not hide what was flagged at noon. */
const dayOf = (entry: SessionEntry | undefined): string | undefined => entry?.when.slice(0, 10);

/** Returns the flags in session entries, with their lines. */
function flagsOf(text: string, entries: readonly SessionEntry[]): Pick<AgentNote, 'flags' | 'flagLines'> {
  const found = entries.flatMap(({ range }) => {
    const first = text.slice(0, range.from).split('\n').length;
    return text
      .slice(range.from, range.to)
      .split('\n')
      .flatMap((line, n) => flagsIn(line).map((flag) => ({ flag, line: first + n })));
  });
  return { flags: found.map(({ flag }) => flag), flagLines: found.map(({ line }) => line) };
}

/** Returns the distinct projects of list items. @param text text of the note */
function projectsOf(text: string, items: readonly Item[]): Pick<AgentNote, 'projects' | 'projectLines'> {
  const first = new Map<string, number>();
  for (const { text: item, from } of items) {
    const project = projectIn(item);
    if (project !== '' && !first.has(project)) first.set(project, text.slice(0, from).split('\n').length);
  }
  return { projects: [...first.keys()], projectLines: [...first.values()] };
}

/** Parses an agent's note. Never fails; anomalies are in `problems`. @param path relative to the team directory */
export function readAgentNote(written: string, slug: string, path: string): AgentNote {
  const note = noteText(written);
  const { text, lines, sections } = note;
  const { values, problems } = headerOfNote(text);
  const body = (name: string): string => {
    const section = findSection(sections, name);
    const inner = section === undefined ? '' : text.slice(section.bodyFrom, section.to).trim();
    return isOnlyComments(inner) ? '' : withoutPlaceholder(inner);
  };
  const sessions = sessionsIn(text, findSection(sections, 'Session Log'), lines);
  const newest = newestSession(sessions);
  const name = headerText(values, 'name') || slug;
  // A name in a non-Latin script yields no slug, so its file name was chosen freely.
  const isChosen = slugOf(name) === '' && slugOf(slug) !== '';
  const odd =
    isChosen || nameKey(name) === nameKey(slug)
      ? []
      : [
          {
            message: `the file name ${slug} does not match the name ${JSON.stringify(cut(name, MAX_NAMED))}`,
            line: headerLine(text, 'name'),
          },
        ];
  return {
    slug,
    path,
    name,
    project: headerText(values, 'project'),
    joined: headerText(values, 'joined'),
    status: headerText(values, 'status').toLowerCase() || 'active',
    heartbeats: heartbeatsIn(text, values, path),
    role: body('Role'),
    ...projectsOf(text, itemsIn(lines, findSection(sections, 'Projects'))),
    capabilities: itemsIn(lines, findSection(sections, 'Capabilities')).map((item) => item.text),
    lastSession: sessionText(newest),
    ...flagsOf(
      text,
      sessions.filter((entry) => dayOf(entry) === dayOf(newest)),
    ),
    problems: [...problems, ...findMisspeltSections(note, SECTIONS), ...(values.has('name') ? odd : [])],
  };
}
