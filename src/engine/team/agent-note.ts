import { cut } from '../kernel/cut.ts';
import { type HeaderProblem, readHeader, splitHeader } from '../kernel/frontmatter.ts';
import { markdownParts, type Range } from '../kernel/markdown.ts';
import { linesWithin, type ProseLine, proseLines } from '../kernel/prose-lines.ts';
import { type Section, sectionNamed, sectionsOf } from '../kernel/sections.ts';
import { flagsIn } from './flags.ts';
import { newestSession, type SessionEntry, sessionsIn } from './session-log.ts';
import { nameKey, slugOf } from './slug.ts';

/** When an agent last looked for work. */
export interface Heartbeat {
  /** As it is written. */
  readonly text: string;
  /** Where: in the header, or in a comment `cortex:last-tick` as the later layout has it. */
  readonly place: 'header' | 'comment';
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
  readonly capabilities: readonly string[];
  /** The newest entry of its session log as it is written; empty where there is none. */
  readonly lastSession: string;
  /** Tasks that it has said are not for it, on the day of that entry. */
  readonly flags: readonly string[];
  readonly problems: readonly NoteProblem[];
}

/** What is odd in a note. */
export interface NoteProblem {
  readonly message: string;
  /** 1-based, in the file. */
  readonly line: number;
}

/** The status of an agent that is not on the team (seed 5, "Agent Notes"). */
export const INACTIVE = 'inactive';

/** So much of a name is said where it is about something else. */
const MOST_NAMED = 60;

const ITEM = /^[ \t]*[-*+][ \t]+(.*)$/;
const TICK = /^(<!--[ \t]*cortex:last-tick[ \t]+)([^<>\n]{1,40}?)[ \t]*-->$/;

/** A header's values as text; dates and numbers are, truth values become it. */
export function headerText(values: ReadonlyMap<string, unknown>, key: string): string {
  const value = values.get(key);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value).trim() : '';
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

/** The items of a list in a section. */
export function itemsIn(lines: readonly ProseLine[], section: Section | undefined): string[] {
  if (section === undefined) return [];
  return linesWithin(lines, { from: section.bodyFrom, to: section.to })
    .flatMap(({ text }) => ITEM.exec(text)?.[1]?.trim() ?? [])
    .filter((item) => item !== '' && item !== '--');
}

/** The project that an item names: `- billing-service — primary project`, also `[[billing-service]]`. */
function projectIn(item: string): string {
  const [, linked] = /^\[\[([^\]|#]{1,200})/.exec(item) ?? [];
  const [name = ''] = (linked ?? item).split(/[ \t](?:[\u2014\u2013-]|\()|[:,;]/, 1);
  return nameKey(name);
}

/** The times in comments `cortex:last-tick`, and where they stand; what is in code is an example. */
export function ticksIn(text: string): { readonly time: string; readonly range: Range }[] {
  if (!text.includes('cortex:last-tick')) return [];
  return markdownParts(text).comments.flatMap(({ from, to }) => {
    const [, before = '', time] = TICK.exec(text.slice(from, to)) ?? [];
    const at = from + before.length;
    return time === undefined ? [] : [{ time, range: { from: at, to: at + time.length } }];
  });
}

function heartbeatsIn(text: string, values: ReadonlyMap<string, unknown>): Heartbeat[] {
  const inHeader = headerText(values, 'last-heartbeat');
  const ticks = ticksIn(text).map(({ time }): Heartbeat => ({ text: time, place: 'comment' }));
  return inHeader === '' ? ticks : [{ text: inHeader, place: 'header' }, ...ticks];
}

/** A report of the evening must not hide what was flagged at noon. */
const dayOf = (entry: SessionEntry | undefined): string | undefined => entry?.when.slice(0, 10);

/** Reads an agent's note; never fails, what is odd is in its `problems`. @param path below the team directory */
export function readAgentNote(text: string, slug: string, path: string): AgentNote {
  const { values, problems } = headerOfNote(text);
  const lines = proseLines(text);
  const sections = sectionsOf(text, lines);
  const body = (name: string): string => {
    const section = sectionNamed(sections, name);
    return section === undefined ? '' : text.slice(section.bodyFrom, section.to).trim();
  };
  const sessions = sessionsIn(text, sectionNamed(sections, 'Session Log'), lines);
  const newest = newestSession(sessions);
  const name = headerText(values, 'name') || slug;
  // Of a name in other letters nothing is left: who has it is called as somebody chose.
  const isChosen = slugOf(name) === '' && slugOf(slug) !== '';
  const odd =
    isChosen || nameKey(name) === nameKey(slug)
      ? []
      : [{ message: `the note of ${JSON.stringify(cut(name, MOST_NAMED))} is in a file called ${slug}`, line: 1 }];
  return {
    ...{ slug, path, name, project: headerText(values, 'project'), joined: headerText(values, 'joined') },
    status: headerText(values, 'status').toLowerCase() || 'active',
    heartbeats: heartbeatsIn(text, values),
    role: body('Role'),
    projects: [...new Set(itemsIn(lines, sectionNamed(sections, 'Projects')).map(projectIn))].filter((project) => project !== ''),
    capabilities: itemsIn(lines, sectionNamed(sections, 'Capabilities')),
    lastSession: newest?.text ?? '',
    flags: sessions.filter((entry) => dayOf(entry) === dayOf(newest)).flatMap((entry) => flagsIn(entry.text)),
    problems: [...problems, ...(values.has('name') ? odd : [])],
  };
}
