import { CortexError } from '../../platform/errors.ts';
import { linesWithin, proseLines } from '../../text/markdown/prose-lines.ts';
import { findSection, parseSections } from '../../text/markdown/sections.ts';
import { isOwnedBy } from '../owners.ts';
import { nameKey } from '../slug.ts';
import { fillSection } from '../templates.ts';
import { type AgentNote, readAgentNote } from './agent-note.ts';
import { type ProjectNote, readProjectNote } from './project-note.ts';

/** Projects to add to an agent and to remove from it, as slugs. */
export interface ProjectChanges {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** A note without some list items, and the removed items, each with its indented lines. */
export interface ShortenedText {
  readonly text: string;
  readonly removed: readonly string[];
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

function withoutItems(text: string, section: string, says: (item: string) => boolean): ShortenedText {
  const range = findSection(parseSections(text), section);
  if (range === undefined) return { text, removed: [] };
  const lines = linesWithin(proseLines(text), { from: range.bodyFrom, to: range.to });
  const gone: { from: number; to: number }[] = [];
  for (let n = 0; n < lines.length; n += 1) {
    const first = lines[n];
    if (first === undefined || !says(first.text)) continue;
    let last = first;
    for (
      let next = lines[n + 1];
      next !== undefined && next.text.trim() !== '' && indentOf(next.text) > indentOf(first.text);
      next = lines[n + 1]
    ) {
      last = next;
      n += 1;
    }
    gone.push({ from: first.from, to: last.to });
  }
  const removed = gone.map(({ from, to }) => text.slice(from, to));
  const kept = gone.reduceRight((rest, { from, to }) => {
    const feed = rest.indexOf('\n', to);
    return rest.slice(0, from) + (feed < 0 ? '' : rest.slice(feed + 1));
  }, text);
  return { text: kept, removed };
}

/** Changes the project list in an agent's note. All other text stays unchanged. */
export function withProjects(text: string, { add, remove }: ProjectChanges): ShortenedText {
  const gone = new Set(remove.map(nameKey));
  const kept = withoutItems(text, 'Projects', (item) =>
    readAgentNote(`## Projects\n${item}`, '', '').projects.some((project) => gone.has(project)),
  );
  const there = new Set(readAgentNote(kept.text, '', '').projects);
  const missing = add.filter((each) => !there.has(nameKey(each)));
  const lines = missing.map((each) => `- ${each}`);
  return { text: fillSection(kept.text, 'Projects', lines), removed: kept.removed };
}

/** Removes the item that names an agent as the owner from a project's note. */
export function withoutOwner(text: string, agent: string): ShortenedText {
  return withoutItems(text, 'Notes', (item) => readProjectNote(`## Notes\n${item}`, '', '').agent === nameKey(agent));
}

/**
 * Checks that a project can be removed from an agent.
 * @throws CortexError `not-found` if the agent does not work on it, `denied` if the queue is the agent's own file
 */
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
