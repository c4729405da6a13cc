import { editHeader } from '../text/frontmatter/frontmatter-edit.ts';
import { detectLineBreak } from '../text/markdown/markdown.ts';
import { linesWithin, proseLines } from '../text/markdown/prose-lines.ts';
import { contentEnd, findSection, parseSections } from '../text/markdown/sections.ts';
import { checkRead } from './checked.ts';
import { escapeComments, oneLine } from './queue/task-fields.ts';

/** Templates of the seed (seed 5, "Templates"), used if the team directory has none. */
export const AGENT_TEMPLATE = `---
name: ""
project: ""
status: active
joined: ""
last-heartbeat: ""
---
## Role

## Projects

## Capabilities

## Session Log
Last session: --
Status: registered
`;

export const PROJECT_TEMPLATE = `---
type: project
created: YYYY-MM-DD
status: active
---
## Next Action

## Notes

## Work Queue
`;

/** Templates of the later layout, where heartbeats and tasks are in the agent's own file (rulings, team 7). */
export const LATER_AGENT_TEMPLATE = AGENT_TEMPLATE.replace('last-heartbeat: ""\n', '');
export const LATER_PROJECT_TEMPLATE = PROJECT_TEMPLATE.replace('\n## Work Queue\n', '');

/** An agent to register. */
export interface NewAgent {
  readonly name: string;
  /** Working directory. */
  readonly project: string;
  readonly role: string;
  readonly projects: readonly string[];
  readonly capabilities: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly joined: string;
}

/** Line starts that would start a section or hide the following text. */
const BEGINS = /^((?:>|[ \t]|[-+*][ \t]|\d{1,9}[.)][ \t])*)(?=#|`{3}|~{3})/;

const plainLine = (text: string): string => escapeComments(oneLine(text)).replace(BEGINS, '$1\\');

/** Inserts lines at the start of a section, which is added if missing. @throws CortexError `broken-file` */
export function fillSection(text: string, name: string, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  const next = filled(text, name, lines);
  const first = findSection(parseSections(next), name);
  checkRead(text, first !== undefined && linesWithin(proseLines(next), { from: first.bodyFrom, to: first.to }).length >= lines.length);
  return next;
}

function filled(text: string, name: string, lines: readonly string[]): string {
  const eol = detectLineBreak(text);
  const block = lines.map((line) => plainLine(line) + eol).join('');
  const section = findSection(parseSections(text), name);
  if (section === undefined) return `${text.slice(0, contentEnd(text))}${eol}${eol}## ${name}${eol}${block}`;
  const before = text.slice(0, section.bodyFrom);
  return before + (before.endsWith('\n') ? '' : eol) + block + text.slice(section.bodyFrom);
}

/**
 * Returns the note of a new agent (seed 5, "Register agents").
 * @throws CortexError `broken-file` if the template's header cannot be changed
 */
export function newAgentNote(template: string, agent: NewAgent): string {
  const { name, project, joined } = agent;
  const header = editHeader(template, { name: oneLine(name), project: oneLine(project), status: 'active', joined });
  const role = fillSection(header, 'Role', agent.role === '' ? [] : [agent.role]);
  const projects = fillSection(
    role,
    'Projects',
    agent.projects.map((each) => `- ${each}`),
  );
  return fillSection(
    projects,
    'Capabilities',
    agent.capabilities.map((each) => `- ${each}`),
  );
}

/** Returns the note of a new project. @param owner slug and working directory of the agent @throws CortexError as `newAgentNote` */
export function newProjectNote(template: string, created: string, owner?: { readonly slug: string; readonly directory: string }): string {
  const header = editHeader(template, { type: 'project', created, status: 'active' });
  return owner === undefined
    ? header
    : fillSection(header, 'Notes', [`- Agent: ${owner.slug}${owner.directory === '' ? '' : ` at ${owner.directory}`}`]);
}
