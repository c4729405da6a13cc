import { editHeader } from '../text/frontmatter/frontmatter-edit.ts';
import { lineBreakOf } from '../text/markdown/markdown.ts';
import { linesWithin, proseLines } from '../text/markdown/prose-lines.ts';
import { contentEnd, sectionNamed, sectionsOf } from '../text/markdown/sections.ts';
import { checkRead } from './checked.ts';
import { escapeComments, oneLine } from './queue/task-fields.ts';

/** The seed's own (seed 5, "Templates"); those of the team directory are used where it has them. */
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

/** Those of the later layout: heartbeats and tasks are in a file of the agent's own (rulings, team 7). */
export const LATER_AGENT_TEMPLATE = AGENT_TEMPLATE.replace('last-heartbeat: ""\n', '');
export const LATER_PROJECT_TEMPLATE = PROJECT_TEMPLATE.replace('\n## Work Queue\n', '');

/** An agent that joins a team. */
export interface NewAgent {
  readonly name: string;
  /** Its working directory. */
  readonly project: string;
  readonly role: string;
  readonly projects: readonly string[];
  readonly capabilities: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly joined: string;
}

/** What would begin a section, or hide what follows, if a line of a section began with it. */
const BEGINS = /^((?:>|[ \t]|[-+*][ \t]|\d{1,9}[.)][ \t])*)(?=#|`{3}|~{3})/;

const plainLine = (text: string): string => escapeComments(oneLine(text)).replace(BEGINS, '$1\\');

/** Puts lines below a heading, before what stands there; the section is made where there is none. @throws CortexError `broken-file` */
export function fillSection(text: string, name: string, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  const next = filled(text, name, lines);
  const first = sectionNamed(sectionsOf(next), name);
  checkRead(text, first !== undefined && linesWithin(proseLines(next), { from: first.bodyFrom, to: first.to }).length >= lines.length);
  return next;
}

function filled(text: string, name: string, lines: readonly string[]): string {
  const eol = lineBreakOf(text);
  const block = lines.map((line) => plainLine(line) + eol).join('');
  const section = sectionNamed(sectionsOf(text), name);
  if (section === undefined) return `${text.slice(0, contentEnd(text))}${eol}${eol}## ${name}${eol}${block}`;
  const before = text.slice(0, section.bodyFrom);
  return before + (before.endsWith('\n') ? '' : eol) + block + text.slice(section.bodyFrom);
}

/** The note of a new agent (seed 5, "Register agents"). @throws CortexError `broken-file` for a template whose header cannot be changed */
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

/** The note of a new project. @param owner the agent's slug and working directory @throws CortexError as `newAgentNote` */
export function newProjectNote(template: string, created: string, owner?: { readonly slug: string; readonly directory: string }): string {
  const header = editHeader(template, { type: 'project', created, status: 'active' });
  return owner === undefined
    ? header
    : fillSection(header, 'Notes', [`- Agent: ${owner.slug}${owner.directory === '' ? '' : ` at ${owner.directory}`}`]);
}
