import type { MergedText, Versions } from '../../platform/git/merge-lines.ts';
import { withoutLineBreaks } from '../line-breaks.ts';
import { lineBreakOf, type Range } from '../markdown/markdown.ts';

/** Merges line by line, as git does. */
export type MergeLines = (versions: Versions) => Promise<MergedText>;

/** A part of a text that is changed, added and removed as a whole. Offsets are UTF-16 code units. */
export interface KeyedRange extends Range {
  /** Equal for what is the same part in several versions. */
  readonly key: string;
}

/** The parts of a text, in order; each ends where the next begins. */
export type Divide = (text: string) => readonly KeyedRange[];

interface Part {
  /** Without the line breaks at its end. */
  readonly body: string;
  /** The line breaks before it; `null` for the first part. */
  readonly gap: string | null;
}

type Parts = ReadonlyMap<string, Part>;

/** What stands above the first part is one, too. */
const ABOVE = '';

function partsOf(text: string, divide: Divide): Parts {
  const ranges = [...divide(text)];
  const above = { key: ABOVE, from: 0, to: ranges[0]?.from ?? text.length };
  const all = above.to === 0 ? ranges : [above, ...ranges];
  const seen = new Map<string, number>();
  let gap: string | null = null;
  return new Map(
    all.map(({ key, from, to }) => {
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      const end = Math.max(from, withoutLineBreaks(text, to));
      const part = { body: text.slice(from, end), gap };
      gap = text.slice(end, to);
      // The second of two parts with one key is the second in every version.
      return [times === 0 ? key : JSON.stringify([key, times]), part];
    }),
  );
}

/** The keys that two versions have, in the order of the first. */
const commonKeys = (parts: Parts, other: Parts): string[] => [...parts.keys()].filter((key) => other.has(key));

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join('\0') === other.join('\0');

/** Whether a side has put the parts that it shares with the base into another order. */
const hasReordered = (base: Parts, side: Parts): boolean => !isSame(commonKeys(base, side), commonKeys(side, base));

/** What only the second has, by the key of the part that it follows there; `null`: it stands above all that both have. */
function addedAfter(first: Parts, second: Parts): Map<string | null, string[]> {
  const added = new Map<string | null, string[]>();
  let after: string | null = null;
  for (const key of second.keys()) {
    if (first.has(key)) after = key;
    else if (added.get(after)?.push(key) === undefined) added.set(after, [key]);
  }
  return added;
}

/**
 * All keys of both sides: in the order of the first, and what only the second has behind the part that it follows there, and behind what the
 * first has added at the same place.
 */
function keysInOrder(base: Parts, first: Parts, second: Parts): string[] {
  const added = addedAfter(first, second);
  const keys: string[] = [];
  let waiting = added.get(null) ?? [];
  for (const key of first.keys()) {
    if (base.has(key) || second.has(key)) {
      for (const each of waiting) keys.push(each);
      waiting = [];
    }
    keys.push(key);
    waiting = waiting.concat(added.get(key) ?? []);
  }
  return keys.concat(waiting);
}

interface ThreeParts {
  readonly base: Part | undefined;
  readonly ours: Part | undefined;
  readonly theirs: Part | undefined;
}

const LINE_END = '\n';
const asText = (part: Part | undefined): string => (part === undefined || part.body === '' ? '' : part.body + LINE_END);

/** One part of both sides; `null` where it is removed. */
async function mergedPart({ base, ours, theirs }: ThreeParts, mergeLines: MergeLines): Promise<MergedText | null> {
  const kept = (part: Part | undefined) => (part === undefined ? null : { text: part.body, isClean: true });
  if (ours?.body === theirs?.body || theirs?.body === base?.body) return kept(ours);
  if (ours?.body === base?.body) return kept(theirs);
  const { text, isClean } = await mergeLines({ base: asText(base), ours: asText(ours), theirs: asText(theirs) });
  return { text: text.slice(0, withoutLineBreaks(text)), isClean };
}

const EMPTY_LINE = '\n\n';

/** The line breaks before a part, as a version has them. */
function gapOf({ base, ours, theirs }: ThreeParts): string {
  return [ours, theirs, base].map((part) => part?.gap ?? null).find((gap) => gap !== null) ?? EMPTY_LINE;
}

/**
 * Merges a text part by part (docs/decisions/0051-merge-driver.md): what only one side has changed, added or removed counts; of what both have
 * changed the lines are merged.
 * @returns `null` where both sides have put the parts into another order, each its own
 */
export async function mergeParts(versions: Versions, divide: Divide, mergeLines: MergeLines): Promise<MergedText | null> {
  const [base, ours, theirs] = [partsOf(versions.base, divide), partsOf(versions.ours, divide), partsOf(versions.theirs, divide)];
  const isTheirOrder = hasReordered(base, theirs);
  if (isTheirOrder && hasReordered(base, ours)) return null;
  const keys = isTheirOrder ? keysInOrder(base, theirs, ours) : keysInOrder(base, ours, theirs);
  let text = '';
  let isClean = true;
  for (const key of keys) {
    const three = { base: base.get(key), ours: ours.get(key), theirs: theirs.get(key) };
    const merged = await mergedPart(three, mergeLines);
    if (merged === null) continue;
    text += (text === '' ? '' : gapOf(three)) + merged.text;
    isClean &&= merged.isClean;
  }
  return { text: text === '' ? '' : withLineBreaks(text, versions.ours), isClean };
}

/** A text ends with its last line; its line breaks are those of our side. */
function withLineBreaks(text: string, like: string): string {
  const eol = lineBreakOf(like);
  const ended = text + LINE_END;
  return eol === LINE_END ? ended : ended.replaceAll(/\r?\n/g, eol);
}
