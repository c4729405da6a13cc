import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import type { Range } from '../../text/markdown/markdown.ts';
import { type ProseLine, parseHeading, proseLines } from '../../text/markdown/prose-lines.ts';
import { AGENT_LEVEL, type AgentDefinition, fieldIn, fieldsMeanAgent } from './agents-file.ts';

/** A heading that was probably meant as that of an agent, but is none. */
export interface MisplacedAgent {
  readonly name: string;
  /** The heading as written, without the name. */
  readonly marks: string;
  /** 1-based. */
  readonly line: number;
  readonly range: Range;
}

/** A heading without the blank after its marks, which Markdown does not read as a heading. */
const NO_BLANK = /^\ufeff?(#{1,6})([^#\s].*)$/;

function headingIn({ text }: ProseLine): { readonly level: number; readonly name: string; readonly hasBlank: boolean } | null {
  const heading = parseHeading(text);
  if (heading !== null) return { ...heading, hasBlank: true };
  const [, marks = '', name = ''] = NO_BLANK.exec(text) ?? [];
  return marks === '' ? null : { level: marks.length, name: name.trim(), hasBlank: false };
}

/**
 * Returns headings of another level than that of agents, or without a blank after their marks, with the fields of an agent directly below
 * them. A heading inside the section of an agent that has no other Stack only divides that section.
 */
export function findMisplacedAgents(text: string, agents: readonly AgentDefinition[]): MisplacedAgent[] {
  const lines = proseLines(maskConflicts(text));
  const headings = lines.flatMap((line, at) => ({ line, at, heading: headingIn(line) })).filter(({ heading }) => heading !== null);
  return headings.flatMap(({ line, at, heading }, n): MisplacedAgent[] => {
    if (heading === null || (heading.level === AGENT_LEVEL && heading.hasBlank)) return [];
    const fields = lines.slice(at + 1, headings[n + 1]?.at).flatMap((each) => fieldIn(each) ?? []);
    if (!fieldsMeanAgent(heading.name, fields)) return [];
    const around = agents.find(({ range }) => line.from > range.from && line.from < range.to);
    const used = around?.fields.find(({ key }) => key.toLowerCase() === 'stack');
    if (used !== undefined && fields.some((field) => field.line === used.line)) return [];
    const marks = `${'#'.repeat(heading.level)}${heading.hasBlank ? ' ' : ''}`;
    return [{ name: heading.name, marks, line: line.number, range: { from: line.from, to: line.to } }];
  });
}
