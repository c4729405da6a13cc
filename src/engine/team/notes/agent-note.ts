import { cut } from '../../text/cut.ts';
import { type HeaderProblem, readHeader } from '../../text/frontmatter/frontmatter.ts';
import { entriesOf } from '../../text/frontmatter/frontmatter-edit.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';
import { linesWithin, type ProseLine } from '../../text/markdown/prose-lines.ts';
import { type Section, sectionNamed } from '../../text/markdown/sections.ts';
import { flagsIn } from '../flags.ts';
import { ticksIn } from '../queue/ticks.ts';
import { nameKey, slugOf } from '../slug.ts';
import { isOnlyComments, type NoteProblem, noteText } from './note-text.ts';
import { filledIn, isPlaceholder } from './placeholder.ts';
import { newestSession, type SessionEntry, sessionsIn, sessionText } from './session-log.ts';

/** When an agent last looked for work. */
export interface Heartbeat {
  /** As it is written. */
  readonly text: string;
  /** Where: in the header of its note, in a comment `cortex:last-tick` there, or in one of its task file. */
  readonly place: 'header' | 'comment' | 'tasks';
  /** The file, below the team directory, and the line in it, 1-based. */
  readonly path: string;
  readonly line: number;
}

/** An agent of a team (seed 5, "Agent Notes"). Texts are empty where the note says nothing. */
export interface AgentNote {
  readonly slug: string;
  /** Below the team directory, `/`-separated. */
  readonly path: string;
  readonly name: string;
  /** Its working directory, as it is written. */
  readonly project: string;
  /** As it is written, lower case. */
  readonly status: string;
  readonly joined: string;
  /** All that the note has; the latest counts. */
  readonly heartbeats: readonly Heartbeat[];
  readonly role: string;
  /** Slugs; of a name that has none, the name in lower case. */
  readonly projects: readonly string[];
  /** Where each of them stands in the note, 1-based. */
  readonly projectLines: readonly number[];
  readonly capabilities: readonly string[];
  /** The newest entry of its session log as it is written; empty where there is none. */
  readonly lastSession: string;
  /** Tasks that it has said are not for it, on the day of that entry. */
  readonly flags: readonly string[];
  /** Where each of them stands in the note, 1-based. */
  readonly flagLines: readonly number[];
  readonly problems: readonly NoteProblem[];
}

/** The status of an agent that is not on the team (seed 5, "Agent Notes"). */
export const INACTIVE = 'inactive';

/** So much of a name is said where it is about something else. */
const MOST_NAMED = 60;

const ITEM = /^([ \t]*)[-*+][ \t]+(.*)$/;

/** A header's values as text; dates and numbers are, truth values become it. What a template has in its place is empty. */
export function headerText(values: ReadonlyMap<string, unknown>, key: string): string {
  const value = values.get(key);
  return typeof value === 'string' || typeof value === 'boolean' ? filledIn(String(value).trim()) : '';
}

/** Where the header's problem stands in the file. */
export function headerProblem(text: string, yamlFrom: number, problem: HeaderProblem | null): NoteProblem[] {
  if (problem === null) return [];
  const before = text.slice(0, yamlFrom).split('\n').length - 1;
  return [{ message: problem.message, line: before + problem.line }];
}

export interface ReadHeaderOfNote {
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly NoteProblem[];
}

/** The header of a note; one that is missing, unclosed or in another language than YAML is a problem and has no values. */
export function headerOfNote(text: string): ReadHeaderOfNote {
  const { header, unclosed } = splitHeader(text);
  if (header === null) {
    const message = unclosed ? 'the header is not closed: a line "---" is missing' : 'the note has no header';
    return { values: new Map(), problems: [{ message, line: 1 }] };
  }
  if (header.language !== null) {
    return { values: new Map(), problems: [{ message: `a header is YAML; ${header.language} is not read`, line: 1 }] };
  }
  const { values, problem } = readHeader(header.yaml);
  return { values, problems: headerProblem(text, header.yamlFrom, problem) };
}

/** An item of a list. */
interface Item {
  readonly text: string;
  /** Where its line begins. */
  readonly from: number;
}

/** The items of a list in a section; what is set in below an item belongs to it. */
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

/** A link with which an item begins: `[[pay]]`, `[[projects/pay|Payments]]`, `[Payments](../projects/pay.md)`. */
const LINKS = [/^\[\[([^\]|#]{1,200})/, /^\[[^\]\n]{0,200}\]\(<([^<>\n#]{1,300})/, /^\[[^\]\n]{0,200}\]\(([^()<>\s#]{1,300})/];

/** The name of the note to which a link leads; `undefined` for an item that begins with none. */
function linkedNote(item: string): string | undefined {
  const target = LINKS.map((link) => link.exec(item)?.[1]).find((each) => each !== undefined);
  return target?.replace(/%20/g, ' ').split('/').at(-1)?.replace(/\.md$/i, '');
}

/** The project that an item names: `- billing-service — primary project`, also a link to its note. */
function projectIn(item: string): string {
  const linked = linkedNote(item);
  if (linked !== undefined) return nameKey(linked);
  const [name = ''] = item.split(/[ \t](?:[\u2014\u2013-]|\()|[:,;]/, 1);
  return nameKey(name);
}

/** The line on which a key of the header stands, 1-based; 1 where there is none. */
export function headerLine(text: string, key: string): number {
  const { header } = splitHeader(text);
  const entry = header === null ? undefined : entriesOf(header.yaml).find((each) => each.key === key);
  return entry === undefined ? 1 : text.slice(0, (header?.yamlFrom ?? 0) + entry.from).split('\n').length;
}

function heartbeatsIn(text: string, values: ReadonlyMap<string, unknown>, path: string): Heartbeat[] {
  const inHeader = headerText(values, 'last-heartbeat');
  const ticks = tickBeats(text, 'comment', path);
  return inHeader === '' ? ticks : [{ text: inHeader, place: 'header', path, line: headerLine(text, 'last-heartbeat') }, ...ticks];
}

/** The heartbeats in comments `cortex:last-tick` of a file. */
export function tickBeats(text: string, place: 'comment' | 'tasks', path: string): Heartbeat[] {
  return ticksIn(text).flatMap(({ time, line }) => (time === '' ? [] : [{ text: time, place, path, line }]));
}

/** A report of the evening must not hide what was flagged at noon. */
const dayOf = (entry: SessionEntry | undefined): string | undefined => entry?.when.slice(0, 10);

/** What entries flag, each line by itself. */
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

/** The projects that items name, each once. @param text of the note */
function projectsOf(text: string, items: readonly Item[]): Pick<AgentNote, 'projects' | 'projectLines'> {
  const first = new Map<string, number>();
  for (const { text: item, from } of items) {
    const project = projectIn(item);
    if (project !== '' && !first.has(project)) first.set(project, text.slice(0, from).split('\n').length);
  }
  return { projects: [...first.keys()], projectLines: [...first.values()] };
}

/** Reads an agent's note; never fails, what is odd is in its `problems`. @param path below the team directory */
export function readAgentNote(written: string, slug: string, path: string): AgentNote {
  const { text, lines, sections } = noteText(written);
  const { values, problems } = headerOfNote(text);
  const body = (name: string): string => {
    const section = sectionNamed(sections, name);
    const inner = section === undefined ? '' : text.slice(section.bodyFrom, section.to).trim();
    return isOnlyComments(inner) ? '' : filledIn(inner);
  };
  const sessions = sessionsIn(text, sectionNamed(sections, 'Session Log'), lines);
  const newest = newestSession(sessions);
  const name = headerText(values, 'name') || slug;
  // Of a name in other letters nothing is left: who has it is called as somebody chose.
  const isChosen = slugOf(name) === '' && slugOf(slug) !== '';
  const odd =
    isChosen || nameKey(name) === nameKey(slug)
      ? []
      : [{ message: `the note of ${JSON.stringify(cut(name, MOST_NAMED))} is in a file called ${slug}`, line: headerLine(text, 'name') }];
  return {
    ...{ slug, path, name, project: headerText(values, 'project'), joined: headerText(values, 'joined') },
    status: headerText(values, 'status').toLowerCase() || 'active',
    heartbeats: heartbeatsIn(text, values, path),
    role: body('Role'),
    ...projectsOf(text, itemsIn(lines, sectionNamed(sections, 'Projects'))),
    capabilities: itemsIn(lines, sectionNamed(sections, 'Capabilities')).map((item) => item.text),
    lastSession: sessionText(newest),
    ...flagsOf(
      text,
      sessions.filter((entry) => dayOf(entry) === dayOf(newest)),
    ),
    problems: [...problems, ...(values.has('name') ? odd : [])],
  };
}
