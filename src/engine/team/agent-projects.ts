import { CortexError } from '../kernel/errors.ts';
import { linesWithin, proseLines } from '../kernel/prose-lines.ts';
import { sectionNamed, sectionsOf } from '../kernel/sections.ts';
import { type AgentNote, readAgentNote } from './agent-note.ts';
import { isOwnedBy } from './owners.ts';
import { type ProjectNote, readProjectNote } from './project-note.ts';
import { nameKey } from './slug.ts';
import { fillSection } from './templates.ts';

/** Which projects an agent gets, and which are taken from it; slugs. */
export interface ProjectChanges {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** A note without the lines of a section that say something. */
function withoutLines(text: string, section: string, says: (line: string) => boolean): string {
  const range = sectionNamed(sectionsOf(text), section);
  if (range === undefined) return text;
  const lines = linesWithin(proseLines(text), { from: range.bodyFrom, to: range.to }).filter((line) => says(line.text));
  return lines.reduceRight((rest, { from, to }) => {
    const feed = rest.indexOf('\n', to);
    return rest.slice(0, from) + (feed < 0 ? '' : rest.slice(feed + 1));
  }, text);
}

/** An agent's note with other projects in its list; all else stays. */
export function withProjects(text: string, { add, remove }: ProjectChanges): string {
  const removed = new Set(remove.map(nameKey));
  const kept = withoutLines(text, 'Projects', (line) =>
    readAgentNote(`## Projects\n${line}`, '', '').projects.some((project) => removed.has(project)),
  );
  const there = new Set(readAgentNote(kept, '', '').projects);
  const missing = add.filter((each) => !there.has(nameKey(each)));
  return fillSection(
    kept,
    'Projects',
    missing.map((each) => `- ${each}`),
  );
}

/** A project's note without the line that names an agent as its own. */
export function withoutOwner(text: string, agent: string): string {
  return withoutLines(text, 'Notes', (line) => readProjectNote(`## Notes\n${line}`, '', '').agent === nameKey(agent));
}

/** @throws CortexError `not-found` for a project that is not the agent's, `denied` for a queue that is a file of its own */
export function requireRemovable(agent: AgentNote, slug: string, project: ProjectNote | undefined): void {
  const isOwn = agent.projects.includes(nameKey(slug)) || (project !== undefined && isOwnedBy(project, agent));
  if (!isOwn) {
    const data = { file: agent.path, value: slug, allowed: agent.projects.join(', ') || 'none', next: 'Nothing was changed.' };
    throw new CortexError('not-found', `${agent.slug} does not work on this project`, data);
  }
  if (project !== undefined && project.shape.section === null)
    throw new CortexError('denied', `this queue is ${agent.slug}'s own file`, {
      file: project.path,
      value: slug,
      next: 'Nothing was changed.',
    });
}
