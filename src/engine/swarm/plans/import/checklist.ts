import { columns } from '../../../text/markdown/markdown.ts';
import { parseHeading, proseLines } from '../../../text/markdown/prose-lines.ts';
import type { ImportedPlan, ImportedState, ImportedTask } from './imported-task.ts';

/** A box in a list, with or without a number: `- [ ] text`, `1. [x] text`. */
const BOX = /^\ufeff?([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\]])\][ \t]+(\S.*)$/su;
const STATES: ReadonlyMap<string, ImportedState> = new Map([
  ['x', 'done'],
  ['X', 'done'],
  ['>', 'started'],
  ['/', 'started'],
  ['~', 'dropped'],
  ['-', 'dropped'],
]);

/** An item of a checklist, and the items that it is indented below. */
export interface ChecklistItem {
  readonly text: string;
  readonly state: ImportedState;
  /** Its number among those beside it, after the number of the item around it: `2.1`. */
  readonly number: string;
  readonly parent: string | null;
  /** Text of the heading above it; empty before the first one. */
  readonly section: string;
  /** Text of the heading of level 1 or 2 above it. */
  readonly part: string;
  readonly line: number;
}

export interface Checklist {
  /** The first heading of level 1; empty without one. */
  readonly title: string;
  readonly items: readonly ChecklistItem[];
}

/** An item that the following lines may be indented below. */
interface Around {
  readonly indent: number;
  readonly number: string;
  /** Number of items directly below it. */
  count: number;
}

/** Reads lines, tracking the items that each line is indented below. */
class ItemReader {
  title = '';
  readonly items: ChecklistItem[] = [];
  #section = '';
  #part = '';
  #around: Around[] = [];
  readonly #top: Around = { indent: -1, number: '', count: 0 };

  line(text: string, line: number): void {
    const heading = parseHeading(text);
    if (heading !== null) this.#begin(heading);
    const [, space = '', box = '', said = ''] = BOX.exec(text) ?? [];
    if (said === '') return;
    const state = STATES.get(box) ?? 'open';
    this.#item(columns(space), { text: said.trim(), state, section: this.#section, part: this.#part, line });
  }

  #begin({ level, name }: { readonly level: number; readonly name: string }): void {
    if (this.title === '' && level === 1) this.title = name;
    this.#section = name;
    if (level <= 2) this.#part = name;
    this.#around = [];
  }

  #item(indent: number, item: Omit<ChecklistItem, 'number' | 'parent'>): void {
    this.#around = this.#around.filter((each) => each.indent < indent);
    const parent = this.#around.at(-1) ?? this.#top;
    parent.count += 1;
    const isTop = parent === this.#top;
    const number = isTop ? String(parent.count) : `${parent.number}.${parent.count}`;
    this.items.push({ ...item, number, parent: isTop ? null : parent.number });
    this.#around.push({ indent, number, count: 0 });
  }
}

/** Reads the items with boxes of a Markdown file. */
export function readItems(text: string): Checklist {
  const reader = new ItemReader();
  for (const { text: line, number } of proseLines(text)) reader.line(line, number);
  return reader;
}

/** Reads a checklist: items below another are its parts, and their order means nothing. */
export function readChecklist(text: string, file: string): ImportedPlan {
  const { title, items } = readItems(text);
  const tasks = items.map(({ text: said, state, number, parent, section, line }): ImportedTask => {
    const details = section === '' || section === title ? '' : `Section: ${section}`;
    return { id: number, title: said, details, state, dependencies: [], parent, priority: null, file, line };
  });
  return { goal: title === '' ? 'Checklist' : title, tasks, notes: [] };
}
