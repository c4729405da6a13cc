import path from 'node:path';
import { maskConflicts, mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { markdownParts } from '../text/markdown/markdown.ts';
import { parseSections, type Section } from '../text/markdown/sections.ts';
import { conflictProblems } from './conflicts.ts';
import { HISTORY, isTaskHeading } from './files/history.ts';
import { MEMORY_FILES } from './files/memory.ts';
import { readOrReport } from './messages/all-messages.ts';
import { parseArchived } from './messages/archived-messages.ts';
import { parseMessages } from './messages/format.ts';
import type { PlacedMessage } from './messages/message.ts';
import type { RoutedStack } from './messages/route.ts';
import { type PlanTask, parsePlanText } from './plan/plan.ts';
import { STACK_FILES } from './store.ts';

/** An item that contains all searched words. */
export interface StackSearchResult {
  /** Name of the stack. */
  readonly stack: string;
  /** Absolute. */
  readonly file: string;
  /** 1-based line: start of a message or task; in a section, the first line with one of the words. */
  readonly line: number;
  readonly kind: 'message' | 'task' | 'section';
  /** Id of a message, or of a task that has one. */
  readonly id: string | null;
  readonly title: string;
  /** A line with one of the words. */
  readonly excerpt: string;
}

export interface StackSearch {
  /** Number of all results, before the limit. */
  readonly total: number;
  readonly results: readonly StackSearchResult[];
  /** Descriptions of what could not be read, merge conflicts included. */
  readonly problems: readonly string[];
}

/** An item to search. */
interface Searched {
  readonly line: number;
  readonly kind: StackSearchResult['kind'];
  readonly id: string | null;
  readonly title: string;
  readonly text: string;
}

const SHOWN_CHARACTERS = 160;

function shown(text: string): string {
  const line = text.slice(0, 2 * SHOWN_CHARACTERS).trim();
  const characters = [...line];
  return characters.length <= SHOWN_CHARACTERS ? line : `${characters.slice(0, SHOWN_CHARACTERS - 1).join('')}…`;
}

function ofMessage(message: PlacedMessage): Searched {
  const { id, from, to, type, thread, content, place } = message;
  const title = `${type === '' ? 'message' : type} from ${from}${to === null ? '' : ` to ${to}`}`;
  // Content first, because its lines make better excerpts than those of the header.
  return { line: place.line, kind: 'message', id, title, text: [content, id, from, to, type, thread].join('\n') };
}

function ofTask({ id, title, text, line }: PlanTask): Searched {
  return { line, kind: 'task', id, title, text };
}

/** Returns sections, each up to the next heading of any level, so that a match is found in the innermost section. */
function ofSections(text: string, sections: readonly Section[]): Searched[] {
  const starts = [...sections.map(({ from }) => from), text.length];
  const top = { line: 1, kind: 'section' as const, id: null, title: '', text: text.slice(0, starts[0]) };
  const parts = sections.map(({ line, name, from }, n) => {
    return { line, kind: 'section' as const, id: null, title: name, text: text.slice(from, starts[n + 1]) };
  });
  return [top, ...parts];
}

/** Returns the sections of a file without comments and unresolved git conflicts. */
function sectionsIn(text: string): Searched[] {
  const masked = maskConflicts(text);
  const content = masked.includes('<!--') ? maskConflicts(masked, markdownParts(masked).comments) : masked;
  return ofSections(content, parseSections(content));
}

/** Returns archived messages and tasks as single items, and the other sections of a HISTORY.md. */
function inHistory(text: string): Searched[] {
  const messages = parseArchived(text);
  const rest = maskConflicts(
    text,
    messages.map(({ place }) => place),
  );
  const tasks = parsePlanText(rest).filter(({ section }) => isTaskHeading(section));
  const others = maskConflicts(
    rest,
    tasks.map(({ range }) => range),
  );
  return [...messages.map(ofMessage), ...tasks.map(ofTask), ...sectionsIn(others)];
}

/** Splits each file of a stack into items. An OUTBOX message without a sender is from the owner of the stack. */
const READERS = new Map<string, (text: string, owner: string) => Searched[]>([
  [STACK_FILES.inbox, (text) => parseMessages(text).messages.map(ofMessage)],
  [STACK_FILES.outbox, (text, owner) => parseMessages(text, { owner }).messages.map(ofMessage)],
  [STACK_FILES.plan, (text) => parsePlanText(text).map(ofTask)],
  ...[STACK_FILES.current, ...MEMORY_FILES].map((name) => [name, name === HISTORY ? inHistory : sectionsIn] as const),
]);

/** Returns the first line with one of the words, and the number of lines before it. */
function lineWith(text: string, words: readonly string[]): { readonly line: string; readonly before: number } {
  const lines = text.split('\n');
  const before = lines.findIndex((line) => {
    const lower = line.toLowerCase();
    return words.some((word) => lower.includes(word));
  });
  return { line: lines[before] ?? '', before: Math.max(before, 0) };
}

function holds(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** The searched words, and the problems so far. */
interface Found {
  readonly words: readonly string[];
  readonly problems: string[];
}

/** Yields the matching items of one file of a stack. */
function* foundIn({ name, store }: RoutedStack, file: string, found: Found): Generator<() => StackSearchResult> {
  const text = readOrReport(() => store.text(file) ?? '', '', found.problems);
  found.problems.push(...conflictProblems(path.join(store.directory, file), mergeConflicts(text)));
  for (const { text: searched, line, kind, id, title } of READERS.get(file)?.(text, store.owner) ?? []) {
    if (!holds(searched, found.words)) continue;
    yield () => {
      const { line: excerpt, before } = lineWith(searched, found.words);
      const place = { stack: name, file: path.join(store.directory, file), line: kind === 'section' ? line + before : line };
      return { ...place, kind, id, title: shown(title), excerpt: shown(excerpt) };
    };
  }
}

/**
 * Finds messages, tasks and sections that contain all words, in any case.
 * @param words separated by white space; without any, nothing matches
 * @param limit largest number of results
 */
export function searchStacks(stacks: readonly RoutedStack[], words: string, limit: number): StackSearch {
  const wanted = [...new Set(words.toLowerCase().split(/\s+/))].filter((word) => word !== '');
  const found: Found = { words: wanted, problems: [] };
  const results: StackSearchResult[] = [];
  let total = 0;
  for (const stack of wanted.length === 0 ? [] : stacks) {
    for (const file of READERS.keys()) {
      for (const result of foundIn(stack, file, found)) {
        total += 1;
        if (total <= limit) results.push(result());
      }
    }
  }
  return { total, results, problems: found.problems };
}
