import { counted, visible } from '../../model/text.ts';

/** An item that housekeeping removes or has removed, as the operation reports it. */
export interface Removed {
  /** Path below the team directory. */
  readonly file: string;
  readonly kind: 'task' | 'session';
  /** Text as written. */
  readonly text: string;
}

/** Formats counts as `2 done tasks and 1 entry of session logs`. */
export function removedText(removed: readonly Removed[]): string {
  const of = (kind: Removed['kind']) => removed.filter((each) => each.kind === kind).length;
  const [tasks, sessions] = [of('task'), of('session')];
  const parts = [
    ...(tasks === 0 ? [] : [counted(tasks, 'done task')]),
    ...(sessions === 0 ? [] : [counted(sessions, 'entry of session logs', 'entries of session logs')]),
  ];
  return parts.join(' and ') || 'nothing';
}

/** Returns a page with the full text of everything that would be removed, by file. */
export function housekeepingPage(removed: readonly Removed[]): string {
  const files = [...new Set(removed.map(({ file }) => file))];
  const parts = files.map((file) => {
    const texts = removed.filter((each) => each.file === file).map(({ text }) => text.trimEnd());
    return `## ${visible(file)}\n\n${texts.join('\n\n')}\n`;
  });
  const head = `Housekeeping would remove ${removedText(removed)}: tasks done over 7 days ago, and all but the newest entry of each session log.\n`;
  return [head, ...parts].join('\n');
}
