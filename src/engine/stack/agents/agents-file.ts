import { type MergeConflict, maskConflicts, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { headingOf, linesWithin, type ProseLine, proseLines } from '../../text/markdown/prose-lines.ts';
import { sectionsOf } from '../../text/markdown/sections.ts';

/** A field of an agent in AGENTS.md: a line `- Role: …`. */
export interface AgentField {
  readonly key: string;
  readonly value: string;
  /** 1-based. */
  readonly line: number;
  /** Of the value in the text. */
  readonly range: Range;
}

/** An agent as AGENTS.md defines it (seed 4, "AGENTS.md Support"; rulings, stack 6). */
export interface AgentDefinition {
  readonly name: string;
  readonly role: string | null;
  /** Path of its `.cstack/`, as it is written, relative to the folder of AGENTS.md. */
  readonly stack: string | null;
  /** Slash commands: `/deploy`. */
  readonly skills: readonly string[];
  readonly hooks: readonly string[];
  readonly fields: readonly AgentField[];
  /** Of the heading, 1-based. */
  readonly line: number;
  /** The section with its heading, to the next heading of its level or above. */
  readonly range: Range;
}

/** Before the key: `- `, or nothing where the key is bold. */
const LEAD = /^[ \t]*(?:[-*+][ \t]|(?=\*\*[A-Za-z]))/;
const KEY = /^[A-Za-z][\w -]*$/;
const AGENT_LEVEL = 2;

/** `- Key: value`, also `- **Key:** value`, `**Key:** value` and `**Key**: value`. */
function fieldIn({ text, from, number }: ProseLine): AgentField | null {
  const colon = text.indexOf(':');
  const lead = LEAD.exec(text);
  if (colon < 0 || lead === null) return null;
  const written = text.slice(lead[0].length, colon).trim();
  const key = written.replace(/^\*\*|\*\*$/g, '');
  if (!KEY.test(key)) return null;
  // `**Role:**` ends behind the colon.
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

/** A path as it is meant: what stands around it in Markdown is no part of it. */
function unwrapped(value: string): string {
  const isWrapped = value.length > 2 && AROUND.some(([open, close]) => value.startsWith(open) && value.endsWith(close));
  return isWrapped ? value.slice(1, -1).trim() : value;
}

/** The folder of a stack, wherever it lies; spaces before it may belong to the names of folders. */
const STACK_PATH = /(?:^|[/\\])\.cstack(?:[/\\]\.local)?[/\\]?$/;
/** Any other folder, by how it begins and ends, or by a `/../` in it. */
const FOLDER_PATHS = [/^\.{1,2}$/, /^\.{1,2}[/\\](?:.*[/\\]|[^\s,;]*)$/, /^[/\\][^\s,;]+$/, /^[^\s,;:]+[/\\]$/, /[/\\]\.\.[/\\]/];
const AGENT_NAME = /^agent-/i;

/** Whether a Stack is the path of a folder, and not what a project is made with. */
export function isStackPath(stack: string): boolean {
  return [STACK_PATH, ...FOLDER_PATHS].some((form) => form.test(stack));
}

/**
 * Whether a section with these fields is an agent. Files for other tools say `- Stack: Python 3, PostgreSQL` of a project and
 * `- **Role:** Senior engineer` of a persona: a Stack counts when it is a path, and a Role alone when the name begins with `agent-`.
 */
function isAgent(name: string, { role, stack }: { readonly role: string | undefined; readonly stack: string | undefined }): boolean {
  if (AGENT_NAME.test(name)) return role !== undefined || stack !== undefined;
  return stack !== undefined && isStackPath(stack);
}

/** Where a section ends that a conflict may divide: what stands behind a heading between git's marks may belong to that one. */
function endOf(text: string, { from, to }: Range, conflicts: readonly MergeConflict[]): number {
  const hasHeading = (side: Range) => proseLines(text.slice(side.from, side.to)).some((line) => headingOf(line.text) !== null);
  const divides = (conflict: MergeConflict) => conflict.from >= from && (hasHeading(conflict.ours) || hasHeading(conflict.theirs));
  return Math.min(to, conflicts.find(divides)?.from ?? to);
}

/**
 * The agents of an AGENTS.md in their order; whatever else stands in it is no business of ours. The first of two equal fields counts. What
 * stands in a conflict that git left is neither an agent nor a field of one.
 */
export function parseAgents(text: string): AgentDefinition[] {
  const conflicts = mergeConflicts(text);
  const masked = maskConflicts(text, conflicts);
  const lines = proseLines(masked);
  const sections = sectionsOf(masked, lines).filter(({ level }) => level === AGENT_LEVEL);
  return sections.flatMap(({ name, line, ...whole }): AgentDefinition[] => {
    const range = { from: whole.from, to: endOf(text, whole, conflicts) };
    const fields = linesWithin(lines, range).flatMap((each) => fieldIn(each) ?? []);
    const value = (wanted: string) => fields.find(({ key }) => key.toLowerCase() === wanted)?.value;
    const [role, written] = [value('role'), value('stack')];
    const stack = written === undefined ? undefined : unwrapped(written);
    if (!isAgent(name, { role, stack })) return [];
    return [
      {
        ...{ name, role: role || null, stack: stack || null },
        ...{ skills: listed(value('skills')), hooks: listed(value('hooks')), fields },
        ...{ line, range },
      },
    ];
  });
}

/** Equal for two names of one agent: with or without `agent-` before it, in any case. */
export function agentKey(name: string): string {
  return name.toLowerCase().replace(/^agent-/, '');
}

/** The agent that is meant by a name, with or without `agent-` before it. */
export function agentNamed(agents: readonly AgentDefinition[], name: string): AgentDefinition | undefined {
  const key = agentKey(name);
  return agents.find((agent) => agent.name === name) ?? agents.find((agent) => agentKey(agent.name) === key);
}
