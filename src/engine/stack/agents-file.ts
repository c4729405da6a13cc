import type { Range } from '../kernel/markdown.ts';
import { linesWithin, type ProseLine, proseLines } from '../kernel/prose-lines.ts';
import { sectionsOf } from '../kernel/sections.ts';

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

const BULLET = /^[ \t]*[-*+][ \t]/;
const KEY = /^[A-Za-z][\w -]*$/;
const AGENT_LEVEL = 2;

/** `- Key: value`, also `- **Key:** value`. */
function fieldIn({ text, from, number }: ProseLine): AgentField | null {
  const colon = text.indexOf(':');
  if (colon < 0 || !BULLET.test(text)) return null;
  const bullet = text.search(/[-*+]/) + 1;
  const written = text.slice(bullet, colon).trim();
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

/**
 * The agents of an AGENTS.md in their order; whatever else stands in it is no business of ours. The first of two equal fields counts.
 */
export function parseAgents(text: string): AgentDefinition[] {
  const lines = proseLines(text);
  const sections = sectionsOf(text, lines).filter(({ level }) => level === AGENT_LEVEL);
  return sections.flatMap(({ name, line, from, to }): AgentDefinition[] => {
    const fields = linesWithin(lines, { from, to }).flatMap((each) => fieldIn(each) ?? []);
    const value = (wanted: string) => fields.find(({ key }) => key.toLowerCase() === wanted)?.value;
    const [role, stack] = [value('role'), value('stack')];
    if (role === undefined && stack === undefined) return [];
    return [
      {
        ...{ name, role: role || null, stack: stack || null },
        ...{ skills: listed(value('skills')), hooks: listed(value('hooks')), fields },
        ...{ line, range: { from, to } },
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
