import { createHash, hash } from 'node:crypto';
import { maskConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { withoutLineBreaks } from '../../text/line-breaks.ts';
import { lineBreakOf } from '../../text/markdown/markdown.ts';
import { parseMessages } from '../messages/format.ts';
import { heldTasks } from '../plan/held-tasks.ts';
import type { Block } from '../plan/task-blocks.ts';
import type { STACK_FILES } from '../store.ts';

/** What was taken out of INBOX.md and PLAN.md, as it stood there. */
export const HISTORY = 'HISTORY.md';

/** Where archived blocks come from. */
export type ArchivedFile = typeof STACK_FILES.inbox | typeof STACK_FILES.plan;

/** What is to be archived. */
export interface Batch {
  readonly source: ArchivedFile;
  /** `2026-01-19`. */
  readonly day: string;
  readonly blocks: readonly Block[];
}

/** A heading that archived blocks stand below. */
const HEADING = /^## \d{4}-\d\d-\d\d (INBOX|PLAN)\.md\r?$/;
const HEADINGS = /(?:^|\n)## \d{4}-\d\d-\d\d (?:INBOX|PLAN)\.md\r?(?=\n|$)/g;

/** Whether a heading is one of ours that tasks stand below. @param name without the `##` before it */
export function isTaskHeading(name: string): boolean {
  return isOfTasks(`## ${name}`) === true;
}

/** Where a text has headings that archived blocks stand below, each with the line feed before it. */
export function headingsIn(text: string): number[] {
  return Array.from(text.matchAll(HEADINGS), ({ index }) => index);
}

/** Where archived blocks may end within a message: at each heading of ours, and at its own end. */
function addMessageKeys(message: string, keys: Set<string>): void {
  const hasher = createHash('sha256');
  let hashed = 0;
  const add = (to: number) => {
    const end = withoutLineBreaks(message, to);
    hasher.update(message.slice(hashed, end));
    hashed = end;
    keys.add(hasher.copy().digest('hex'));
  };
  for (const index of headingsIn(message)) add(index);
  add(message.length);
}

/** Whether a line is a heading that tasks stand below; `null` for what is no heading of ours. */
function isOfTasks(line: string): boolean | null {
  const [, source] = HEADING.exec(line) ?? [];
  return source === undefined ? null : source === 'PLAN';
}

/** The blocks that a HISTORY.md does not hold; costs what the texts are long. */
function missingFrom(history: string, { source, blocks }: Batch): Block[] {
  if (source === 'PLAN.md') {
    const held = heldTasks(maskConflicts(history), blocks, isOfTasks);
    return blocks.filter(({ raw }) => !held.has(raw));
  }
  const keys = new Set<string>();
  for (const { place } of parseMessages(history).messages) addMessageKeys(history.slice(place.from, place.to), keys);
  return blocks.filter(({ raw }) => !keys.has(hash('sha256', raw, 'hex')));
}

/** Blocks in their order, divided where one would seem to be a part of the one before it. */
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
 * Adds blocks to the end of a HISTORY.md, as they are, but for those that it holds already (decision 0013).
 * @returns `null` when it holds all of them
 */
export function archived(history: string | null, batch: Batch): string | null {
  const { source, day } = batch;
  const missing = missingFrom(history ?? '', batch);
  if (missing.length === 0) return null;
  const before = history ?? '# History\n';
  const eol = lineBreakOf(before);
  const gap = before === '' || before.endsWith('\n') ? '' : eol;
  const between = source === 'INBOX.md' ? eol + eol : eol;
  const parts = groupsOf(missing).map((group) => {
    // An empty line behind the last one: what looks like half a header must not stand at the end of the file, where it would be one.
    return `${eol}## ${day} ${source}${eol}${eol}${group.map(({ raw }) => raw).join(between)}${eol}${eol}`;
  });
  return before + gap + parts.join('').slice(before === '' ? eol.length : 0);
}
