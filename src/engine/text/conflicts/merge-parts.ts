import type { MergedText, Versions } from '../../platform/git/merge-lines.ts';
import { withoutLineBreaks } from '../line-breaks.ts';
import { detectLineBreak, type Range } from '../markdown/markdown.ts';

/** Merges three versions line by line, as git does. */
export type MergeLines = (versions: Versions) => Promise<MergedText>;

/** A part of a text that is changed, added or removed as a whole. Offsets are UTF-16 code units. */
export interface KeyedRange extends Range {
  /** Identifies the same part in several versions. */
  readonly key: string;
}

/** Splits a text into parts, in order. Each part ends where the next begins. */
export type Divide = (text: string) => readonly KeyedRange[];

interface Part {
  /** The part without trailing line breaks. */
  readonly body: string;
  /** The line breaks before the part; `null` for the first one. */
  readonly gap: string | null;
}

type Parts = ReadonlyMap<string, Part>;

/** Key of the text above the first part. */
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
      // Repeated keys are matched by their order: the second in one version is the second in all.
      return [times === 0 ? key : JSON.stringify([key, times]), part];
    }),
  );
}

/** Returns the keys of `parts` that `other` also has, in the order of `parts`. */
const commonKeys = (parts: Parts, other: Parts): string[] => [...parts.keys()].filter((key) => other.has(key));

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join('\0') === other.join('\0');

/** Whether a side reordered the parts that it shares with the base. */
const hasReordered = (base: Parts, side: Parts): boolean => !isSame(commonKeys(base, side), commonKeys(side, base));

/** Returns the keys that only `second` has, by the key of the preceding common part; `null` if there is none. */
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
 * Returns all keys of both sides in the order of `first`. Keys that only `second` has follow the same part as there, after those that
 * `first` added at that place.
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

/** Merges one part; `null` if it was removed. */
async function mergedPart({ base, ours, theirs }: ThreeParts, mergeLines: MergeLines): Promise<MergedText | null> {
  const kept = (part: Part | undefined) => (part === undefined ? null : { text: part.body, isClean: true });
  if (ours?.body === theirs?.body || theirs?.body === base?.body) return kept(ours);
  if (ours?.body === base?.body) return kept(theirs);
  const { text, isClean } = await mergeLines({ base: asText(base), ours: asText(ours), theirs: asText(theirs) });
  return { text: text.slice(0, withoutLineBreaks(text)), isClean };
}

const EMPTY_LINE = '\n\n';

/** Returns the line breaks before a part. */
function gapOf({ base, ours, theirs }: ThreeParts): string {
  return [ours, theirs, base].map((part) => part?.gap ?? null).find((gap) => gap !== null) ?? EMPTY_LINE;
}

/**
 * Merges a text part by part (docs/decisions/0051-merge-driver.md). Changes, additions and removals of one side are taken. Parts that both
 * sides changed are merged line by line.
 * @returns `null` if both sides reordered the parts
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

/** Adds the final line break, and converts line breaks to those of our side. */
function withLineBreaks(text: string, like: string): string {
  const eol = detectLineBreak(like);
  const ended = text + LINE_END;
  return eol === LINE_END ? ended : ended.replaceAll(/\r?\n/g, eol);
}
