import { CortexError } from '../../platform/errors.ts';
import { blankMarks, type MergeConflict, maskConflicts, mergeConflicts, touchesConflict } from '../../text/conflicts/merge-conflicts.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { linesWithin, type ProseLine, parseHeading, proseLines } from '../../text/markdown/prose-lines.ts';
import { beforeSection } from '../../text/markdown/section-marks.ts';
import { parseSections } from '../../text/markdown/sections.ts';
import { conflictAround } from '../conflicts.ts';

/** A field of an agent in AGENTS.md: a line `- Role: …`. */
export interface AgentField {
  readonly key: string;
  readonly value: string;
  /** 1-based. */
  readonly line: number;
  /** Range of the value in the text. */
  readonly range: Range;
}

/** An agent as AGENTS.md defines it (seed 4, "AGENTS.md Support"; rulings, stack 6). */
export interface AgentDefinition {
  readonly name: string;
  readonly role: string | null;
  /** Path of its `.cstack/` as written, relative to the folder of AGENTS.md. */
  readonly stack: string | null;
  /** Slash commands, e.g. `/deploy`. */
  readonly skills: readonly string[];
  readonly hooks: readonly string[];
  readonly fields: readonly AgentField[];
  /** Line of the heading, 1-based. */
  readonly line: number;
  /** Range of the section with its heading, up to the next heading of the same or a higher level, or a section of this program. */
  readonly range: Range;
}

/** Prefix of a field: a bullet, or nothing before a bold key. */
const LEAD = /^[ \t]*(?:[-*+][ \t]|(?=\*\*[A-Za-z]))/;
const KEY = /^[A-Za-z][\w -]*$/;
/** Level of the heading of an agent. */
export const AGENT_LEVEL = 2;

/** Parses a field: `- Key: value`, `- **Key:** value`, `**Key:** value` or `**Key**: value`. */
export function fieldIn({ text, from, number }: ProseLine): AgentField | null {
  const colon = text.indexOf(':');
  const lead = LEAD.exec(text);
  if (colon < 0 || lead === null) return null;
  const written = text.slice(lead[0].length, colon).trim();
  const key = written.replace(/^\*\*|\*\*$/g, '');
  if (!KEY.test(key)) return null;
  // In `**Role:**` the bold ends after the colon.
  const isOpen = written.startsWith('**') && !written.endsWith('**');
  const behind = text.slice(colon + 1);
  const rest = isOpen ? behind.replace(/^\*\*/, '') : behind;
  const value = rest.trim();
  const start = from + text.length - (value === '' ? 0 : rest.trimStart().length);
  return { key, value, line: number, range: { from: start, to: start + value.length } };
}

function listed(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const AROUND: readonly (readonly [string, string])[] = [
  ['`', '`'],
  ['"', '"'],
  ["'", "'"],
  ['<', '>'],
];

/** Strips the Markdown quoting around a path. */
function unwrapped(value: string): string {
  const isWrapped = value.length > 2 && AROUND.some(([open, close]) => value.startsWith(open) && value.endsWith(close));
  return isWrapped ? value.slice(1, -1).trim() : value;
}

/** A stack folder in any location. Folder names may contain spaces. */
const STACK_PATH = /(?:^|[/\\])\.cstack(?:[/\\]\.local)?[/\\]?$/;
/** Any other folder, recognized by its beginning, its end or a `/../` inside. */
const FOLDER_PATHS = [/^\.{1,2}$/, /^\.{1,2}[/\\](?:.*[/\\]|[^\s,;]*)$/, /^[/\\][^\s,;]+$/, /^[^\s,;:]+[/\\]$/, /[/\\]\.\.[/\\]/];
const AGENT_NAME = /^agent-/i;

/** Reports whether a Stack is a folder path and not a technology stack. */
export function isStackPath(stack: string): boolean {
  return [STACK_PATH, ...FOLDER_PATHS].some((form) => form.test(stack));
}

/**
 * Reports whether a section with these fields is an agent. Files for other tools write `- Stack: Python 3, PostgreSQL` for a project and `-
 * **Role:** Senior engineer` for a persona. So a Stack counts only if it is a path, and a Role alone only if the name begins with `agent-`.
 */
function isAgent(name: string, { role, stack }: { readonly role: string | undefined; readonly stack: string | undefined }): boolean {
  if (AGENT_NAME.test(name)) return role !== undefined || stack !== undefined;
  return stack !== undefined && isStackPath(stack);
}

const fieldNamed = (fields: readonly AgentField[], wanted: string) => fields.find(({ key }) => key.toLowerCase() === wanted)?.value;

/** Returns the Role and the Stack among fields. */
function meaningOf(fields: readonly AgentField[]): Parameters<typeof isAgent>[1] {
  const written = fieldNamed(fields, 'stack');
  return { role: fieldNamed(fields, 'role'), stack: written === undefined ? undefined : unwrapped(written) };
}

/** Reports whether fields below a heading with this name are those of an agent. */
export function fieldsMeanAgent(name: string, fields: readonly AgentField[]): boolean {
  return isAgent(name, meaningOf(fields));
}

/** Returns the end of a section. It ends at a conflict with a heading inside, because text after that may belong to the other section. */
function endOf(text: string, { from, to }: Range, conflicts: readonly MergeConflict[]): number {
  const hasHeading = (side: Range) => proseLines(text.slice(side.from, side.to)).some((line) => parseHeading(line.text) !== null);
  const divides = (conflict: MergeConflict) => conflict.from >= from && (hasHeading(conflict.ours) || hasHeading(conflict.theirs));
  return Math.min(to, conflicts.find(divides)?.from ?? to);
}

/** Returns the fields of a section. A heading `### agent-…` in it ends them: what follows belongs to an agent of the wrong level. */
function fieldsOf(lines: readonly ProseLine[]): AgentField[] {
  const other = lines.findIndex(({ text }, at) => at > 0 && AGENT_NAME.test(parseHeading(text)?.name ?? ''));
  const own = other < 0 ? lines : lines.slice(0, other);
  return own.flatMap((line) => fieldIn(line) ?? []);
}

/**
 * Returns the agents of an AGENTS.md in file order; all other text is ignored. The first of repeated fields counts. Text inside unresolved
 * git conflicts is ignored.
 */
export function parseAgents(text: string): AgentDefinition[] {
  const conflicts = mergeConflicts(text);
  const masked = maskConflicts(text, conflicts);
  const lines = proseLines(masked);
  const sections = parseSections(masked, lines).filter(({ level }) => level === AGENT_LEVEL);
  return sections.flatMap(({ name, line, ...whole }): AgentDefinition[] => {
    const range = beforeSection(masked, { from: whole.from, to: endOf(text, whole, conflicts) });
    const fields = fieldsOf(linesWithin(lines, range));
    const { role, stack } = meaningOf(fields);
    if (!isAgent(name, { role, stack })) return [];
    return [
      {
        name,
        role: role || null,
        stack: stack || null,
        skills: listed(fieldNamed(fields, 'skills')),
        hooks: listed(fieldNamed(fields, 'hooks')),
        fields,
        line,
        range,
      },
    ];
  });
}

/** Returns a key that is equal for all spellings of an agent's name: with or without `agent-`, in any case. */
export function agentKey(name: string): string {
  return name.toLowerCase().replace(/^agent-/, '');
}

/** Returns the agent with a name, given with or without `agent-`. */
export function findAgent(agents: readonly AgentDefinition[], name: string): AgentDefinition | undefined {
  const key = agentKey(name);
  return agents.find((agent) => agent.name === name) ?? agents.find((agent) => agentKey(agent.name) === key);
}

/**
 * Explains why an agent inside an unresolved merge conflict of AGENTS.md cannot be used; `null` when no agent in a conflict has the name.
 * @param file absolute
 */
export function hiddenAgentError(text: string, file: string, name: string): CortexError | null {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0 || findAgent(parseAgents(text), name) !== undefined) return null;
  const found = findAgent(parseAgents(blankMarks(text)), name);
  if (found === undefined || !touchesConflict(conflicts, found.range)) return null;
  const place = conflictAround(text, file, found.range);
  return new CortexError('broken-file', 'the agent is inside an unresolved merge conflict', { ...place, value: name });
}
