import { NOTE_STATUSES, type Note } from '../../../engine/vault/index.ts';
import type { Row } from '../../model/row.ts';
import { oneLine } from '../../model/text.ts';

const ICONS: ReadonlyMap<string, string> = new Map([
  ['rule', 'law'],
  ['insight', 'lightbulb'],
  ['incident', 'bug'],
  ['project', 'project'],
  ['person', 'person'],
  ['reference', 'book'],
  ['decision', 'milestone'],
  ['lesson', 'mortar-board'],
  ['event', 'calendar'],
  ['loss', 'thumbsdown'],
  ['win', 'star-full'],
  ['concept', 'symbol-misc'],
  ['feedback', 'feedback'],
  ['user', 'account'],
]);

/** Returns the codicon of a note type. */
export function typeIcon(type: string): string {
  return ICONS.get(type) ?? 'note';
}

/** Returns the icon of a note. Notes that are no longer valid are dimmed. */
export function noteIcon({ type, status }: Note): Row['icon'] {
  const name = typeIcon(type);
  if (status === 'review') return { name, color: 'charts.yellow' };
  return status === 'active' ? { name } : { name, color: 'disabledForeground' };
}

/** Returns the name of a note on one line, or its path if it has no name. */
export function noteLabel({ name, path }: Note): string {
  return oneLine(name) || oneLine(path);
}

/** Returns the project, date, and status (unless active) of a note. */
export function noteDescription({ project, updated, status }: Note): string {
  const parts = [oneLine(project, 40), updated ?? '', status === 'active' ? '' : oneLine(status, 20)];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Returns the tooltip of a note; plain text. */
export function noteTooltip(note: Note): string {
  const { path, type, project, status, updated, tags, summary } = note;
  const lines = [
    noteLabel(note),
    oneLine(summary, 300),
    [type, project, status, updated ?? 'no date'].map((part) => oneLine(part, 60)).join(' · '),
    oneLine(tags.map((tag) => `#${tag}`).join(' '), 300),
    oneLine(path, 300),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Returns the text of a note for screen readers. */
export function noteAccessibility(note: Note): string {
  return [`${oneLine(note.type, 30)} ${noteLabel(note)}`, oneLine(note.project, 40), note.updated ?? 'no date', oneLine(note.status, 20)]
    .filter((part) => part !== '')
    .join(', ');
}

/** Returns the value for `when` clauses of menus: `note.` and its status. */
export function noteContext({ status }: Note): string {
  return `note.${NOTE_STATUSES.includes(status) ? status : 'other'}`;
}
