import path from 'node:path';
import { looksLikePerson } from '../../crtx/people.ts';
import { CortexError } from '../../platform/errors.ts';
import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { lookAlike } from '../../text/confusables/skeleton.ts';
import { detectLineBreak } from '../../text/markdown/markdown.ts';
import { behindSection } from '../../text/markdown/section-marks.ts';
import { parseSections } from '../../text/markdown/sections.ts';
import { requireOneLine } from '../../text/one-line.ts';
import { requireNoConflict } from '../conflicts.ts';
import { STACK_FOLDER } from '../files/find-stacks.ts';
import { type AgentDefinition, type AgentField, findAgent, isStackPath, parseAgents } from './agents-file.ts';

/** Changes to an agent in AGENTS.md. An omitted field keeps its value; `null` or an empty list removes the field. */
export interface AgentChanges {
  readonly role?: string | undefined;
  readonly stack?: string | undefined;
  readonly skills?: readonly string[] | null | undefined;
  readonly hooks?: readonly string[] | null | undefined;
}

export interface NewAgent extends AgentChanges {
  readonly name: string;
  readonly role: string;
  readonly stack: string;
}

/** The wanted value of a field; `null` removes the field. */
interface Entry {
  readonly key: 'Role' | 'Stack' | 'Skills' | 'Hooks';
  readonly value: string | null;
}

function listed(what: string, items: readonly string[] | null): string | null {
  return items === null || items.length === 0 ? null : items.map((item) => requireOneLine(what, item)).join(', ');
}

/** @throws CortexError `invalid-input` for a value that would be read as a technology stack, not as a path */
function requireStackPath(value: string): string {
  const stack = requireOneLine('stack of an agent', value);
  if (isStackPath(stack)) return stack;
  const next = `Write "./${path.posix.join(stack, STACK_FOLDER)}/". Nothing was changed.`;
  throw new CortexError('invalid-input', 'the stack of an agent must be the path of its .cstack folder', { value: stack, next });
}

function entriesOf({ role, stack, skills, hooks }: AgentChanges): Entry[] {
  return [
    ...(role === undefined ? [] : [{ key: 'Role', value: requireOneLine('role of an agent', role) } as const]),
    ...(stack === undefined ? [] : [{ key: 'Stack', value: requireStackPath(stack) } as const]),
    ...(skills === undefined ? [] : [{ key: 'Skills', value: listed('skill of an agent', skills) } as const]),
    ...(hooks === undefined ? [] : [{ key: 'Hooks', value: listed('hook of an agent', hooks) } as const]),
  ];
}

/** @throws CortexError `not-found`, listing the known agents */
export function requireAgent(agents: readonly AgentDefinition[], name: string): AgentDefinition {
  const found = findAgent(agents, name);
  if (found !== undefined) return found;
  const allowed = agents.map((agent) => agent.name).join(', ') || 'none yet';
  throw new CortexError('not-found', 'no agent of AGENTS.md has this name', {
    value: name,
    allowed,
    next: 'List the agents: cstack agents list',
  });
}

const isKey = (field: AgentField, key: string): boolean => field.key.toLowerCase() === key.toLowerCase();

type AgentFields = Pick<AgentDefinition, 'name' | 'role' | 'stack' | 'skills' | 'hooks'>;

const agentsKey = (agents: readonly AgentFields[]): string =>
  JSON.stringify(agents.map(({ name, role, stack, skills, hooks }) => [name, role, stack, skills, hooks]));

/** Returns the agent as it should be after a change. */
function applyAgentChanges({ name, role, stack, skills, hooks }: AgentFields, changes: AgentChanges): AgentFields {
  const list = (present: readonly string[], wanted: readonly string[] | null | undefined) =>
    wanted === undefined ? present : (wanted ?? []).map((item) => item.trim());
  return {
    name,
    role: changes.role?.trim() ?? role,
    stack: changes.stack?.trim() ?? stack,
    skills: list(skills, changes.skills),
    hooks: list(hooks, changes.hooks),
  };
}

/**
 * Returns the text if it parses to exactly the wanted agents. It may not: a name may end with `#`, which closes a heading, a skill may
 * contain a comma, and an unclosed comment may hide what follows.
 */
function requireParsesTo(text: string, wanted: readonly AgentFields[]): string {
  if (agentsKey(parseAgents(text)) === agentsKey(wanted)) return text;
  throw new CortexError('invalid-input', 'AGENTS.md would not define the agent as given', {
    value: wanted.map(({ name }) => name),
    allowed: 'names that do not end with #, list items without commas, texts that do not open a comment or code block',
    next: 'Use other words, or close the open comment or code block in AGENTS.md. Nothing was changed.',
  });
}

/**
 * Returns the offset for a new agent: after the last agent, else at the end of a section "Agents", else at the end of the file. Foreign
 * prose and sections of this program are never split.
 */
function placeOfNew(text: string, agents: readonly AgentDefinition[]): number {
  const last = agents.at(-1);
  if (last !== undefined) return behindSection(text, last.range.to);
  const part = parseSections(maskConflicts(text)).find(({ level, name }) => level === 1 && name.toLowerCase() === 'agents');
  return part?.to ?? text.length;
}

/** Rejects a name that looks like that of another agent or of a person. @throws CortexError `already-exists`, `denied` */
function requireDistinct(name: string, names: readonly string[]): void {
  const other = lookAlike(name, names);
  const next = 'Choose another name.';
  if (other !== null)
    throw new CortexError('already-exists', `the name looks like that of another agent, "${other}"`, { value: name, next });
  if (looksLikePerson(name)) throw new CortexError('denied', 'the name looks like that of a person', { value: name, next });
}

/** Adds an agent after the existing ones (seed 4, "AGENTS.md Support"). @throws CortexError `already-exists`, `invalid-input`, `denied` */
export function addAgent(text: string, { name, ...changes }: NewAgent): string {
  const agents = parseAgents(text);
  const taken = findAgent(agents, name);
  if (taken !== undefined) {
    const next = 'Choose another name, or change that agent.';
    throw new CortexError('already-exists', 'an agent already has this name', { value: name, line: taken.line, next });
  }
  requireDistinct(
    name,
    agents.map((agent) => agent.name),
  );
  const eol = detectLineBreak(text);
  const plain = requireOneLine('name of an agent', name);
  const lines = [`## ${plain}`, ...entriesOf(changes).flatMap(({ key, value }) => (value === null ? [] : [`- ${key}: ${value}`]))];
  const at = placeOfNew(text, agents);
  const isEmpty = text.replace(/^\ufeff/, '') === '';
  const before = isEmpty ? `${text}# Agents${eol}` : text.slice(0, at);
  const gap = before.endsWith(eol + eol) ? '' : before.endsWith('\n') ? eol : eol + eol;
  const behind = text.slice(at);
  const added = `${before}${gap}${lines.join(eol)}${eol}${behind === '' || isEmpty ? '' : eol}${isEmpty ? '' : behind}`;
  const fresh = applyAgentChanges({ name: plain, role: null, stack: null, skills: [], hooks: [] }, changes);
  return requireParsesTo(added, [...agents, fresh]);
}

/** Returns the start of the line at `at`, and the start of the next line. */
function lineAround(text: string, at: number): { from: number; to: number } {
  const feed = text.indexOf('\n', at);
  return { from: text.lastIndexOf('\n', at - 1) + 1, to: feed < 0 ? text.length : feed + 1 };
}

/**
 * Removes every field with a key, with its line. Only the first of repeated fields counts, so removing just that one would activate the
 * next.
 */
function withoutField(text: string, { fields }: AgentDefinition, key: string): string {
  return withoutLines(
    text,
    fields.filter((field) => isKey(field, key)),
  );
}

/** Removes fields, in order, with their lines. */
function withoutLines(text: string, fields: readonly AgentField[]): string {
  return fields.reduceRight((rest, { range }) => {
    const { from, to } = lineAround(rest, range.from);
    return rest.slice(0, from) + rest.slice(to);
  }, text);
}

const KNOWN = ['Role', 'Stack', 'Skills', 'Hooks'];

/** Inserts a field after the last known one, with the same bullet. */
function withField(text: string, { fields, range }: AgentDefinition, line: string): string {
  const last = fields.findLast((field) => KNOWN.some((key) => isKey(field, key)));
  const { from, to } = lineAround(text, last?.range.from ?? range.from);
  const bullet = last === undefined ? '- ' : (/^[ \t]*[-*+][ \t]+/.exec(text.slice(from, to))?.[0] ?? '- ');
  const eol = detectLineBreak(text);
  const isEnded = text[to - 1] === '\n';
  return `${text.slice(0, to)}${isEnded ? '' : eol}${bullet}${line}${isEnded ? eol : ''}${text.slice(to)}`;
}

/** Sets one field of an agent in place. Repeated fields are removed, so that only the new value is there. */
function setField(text: string, name: string, { key, value }: Entry): string {
  const agent = requireAgent(parseAgents(text), name);
  if (value === null) return withoutField(text, agent, key);
  const [field, ...repeated] = agent.fields.filter((each) => isKey(each, key));
  if (field === undefined) return withField(text, agent, `${key}: ${value}`);
  const { from, to } = field.range;
  const gap = field.value === '' && !/[ \t]/.test(text.charAt(from - 1)) ? ' ' : '';
  const once = withoutLines(text, repeated);
  return `${once.slice(0, from)}${gap}${value}${once.slice(to)}`;
}

/** Changes fields of an agent, and no other byte. @throws CortexError `not-found`, `invalid-input` */
export function changeAgent(text: string, name: string, changes: AgentChanges): string {
  const agents = parseAgents(text);
  const agent = requireAgent(agents, name);
  const result = entriesOf(changes).reduce((rest, entry) => setField(rest, name, entry), text);
  return requireParsesTo(
    result,
    agents.map((each) => (each === agent ? applyAgentChanges(each, changes) : each)),
  );
}

/** Removes an agent with its section. @throws CortexError `not-found` */
export function removeAgent(text: string, name: string): string {
  const agents = parseAgents(text);
  const agent = requireAgent(agents, name);
  const { from, to } = agent.range;
  requireNoConflict(text, agent.range, 'the section of the agent');
  return requireParsesTo(
    text.slice(0, from) + text.slice(to),
    agents.filter((each) => each !== agent),
  );
}
