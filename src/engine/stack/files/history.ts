import { createHash, hash } from 'node:crypto';
import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { withoutLineBreaks } from '../../text/line-breaks.ts';
import { detectLineBreak } from '../../text/markdown/markdown.ts';
import { parseMessages } from '../messages/format.ts';
import { findArchivedTasks } from '../plan/archived-tasks.ts';
import type { Block } from '../plan/task-blocks.ts';
import type { STACK_FILES } from '../store.ts';

/** Archive of blocks moved unchanged from INBOX.md and PLAN.md. */
export const HISTORY = 'HISTORY.md';

/** Source file of archived blocks. */
export type ArchivedFile = typeof STACK_FILES.inbox | typeof STACK_FILES.plan;

/** Blocks to archive together. */
export interface ArchiveBatch {
  readonly source: ArchivedFile;
  /** Date, e.g. `2026-01-19`. */
  readonly day: string;
  readonly blocks: readonly Block[];
}

/** A heading above archived blocks. */
const HEADING = /^## \d{4}-\d\d-\d\d (INBOX|PLAN)\.md\r?$/;
const HEADINGS = /(?:^|\n)## \d{4}-\d\d-\d\d (?:INBOX|PLAN)\.md\r?(?=\n|$)/g;

/** Reports whether a heading is one of ours above archived tasks. @param name without the `##` */
export function isTaskHeading(name: string): boolean {
  return isOfTasks(`## ${name}`) === true;
}

/** Returns the offsets of our headings above archived blocks, each at the line feed before the heading. */
export function findHistoryHeadings(text: string): number[] {
  return Array.from(text.matchAll(HEADINGS), ({ index }) => index);
}

/** Adds a key for each place where an archived message may end: at each of our headings inside it, and at its end. */
function addMessageKeys(message: string, keys: Set<string>): void {
  const hasher = createHash('sha256');
  let hashed = 0;
  const add = (to: number) => {
    const end = withoutLineBreaks(message, to);
    hasher.update(message.slice(hashed, end));
    hashed = end;
    keys.add(hasher.copy().digest('hex'));
  };
  for (const index of findHistoryHeadings(message)) add(index);
  add(message.length);
}

/** Reports whether a line is our heading above tasks; `null` if it is none of our headings. */
function isOfTasks(line: string): boolean | null {
  const [, source] = HEADING.exec(line) ?? [];
  return source === undefined ? null : source === 'PLAN';
}

/** Returns the blocks that a HISTORY.md does not contain, in time linear in the texts. */
function missingFrom(history: string, { source, blocks }: ArchiveBatch): Block[] {
  if (source === 'PLAN.md') {
    const held = findArchivedTasks(maskConflicts(history), blocks, isOfTasks);
    return blocks.filter(({ raw }) => !held.has(raw));
  }
  const keys = new Set<string>();
  for (const { place } of parseMessages(history).messages) addMessageKeys(history.slice(place.from, place.to), keys);
  return blocks.filter(({ raw }) => !keys.has(hash('sha256', raw, 'hex')));
}

/** Groups blocks in order. A new group starts where a block would look like a subtask of the one before it. */
function groupsOf(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    const above = group?.at(-1);
    if (group === undefined || above === undefined || block.indent > above.indent) groups.push([block]);
    else group.push(block);
  }
  return groups;
}

/**
 * Appends blocks unchanged to a HISTORY.md, except those that it already contains (decision 0013).
 * @returns `null` when it contains all of them
 */
export function appendToHistory(history: string | null, batch: ArchiveBatch): string | null {
  const { source, day } = batch;
  const missing = missingFrom(history ?? '', batch);
  if (missing.length === 0) return null;
  const before = history ?? '# History\n';
  const eol = detectLineBreak(before);
  const gap = before === '' || before.endsWith('\n') ? '' : eol;
  const between = source === 'INBOX.md' ? eol + eol : eol;
  const parts = groupsOf(missing).map((group) => {
    // The empty line at the end keeps a block that looks like half a header from becoming a torn header at the end of the file.
    return `${eol}## ${day} ${source}${eol}${eol}${group.map(({ raw }) => raw).join(between)}${eol}${eol}`;
  });
  return before + gap + parts.join('').slice(before === '' ? eol.length : 0);
}
