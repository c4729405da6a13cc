import { parseInstant } from '../../platform/zoned-time.ts';
import { readHeader } from '../frontmatter/frontmatter.ts';
import { splitEntries } from '../frontmatter/frontmatter-entries.ts';
import { type Header, splitHeader } from '../frontmatter/split-header.ts';

/** Header keys that say when something happened last. */
const TIMES: ReadonlySet<string> = new Set(['updated', 'last-heartbeat']);

/** The lines of a time in a header. */
interface TimeEntry {
  readonly from: number;
  readonly to: number;
  /** `null` if it is not a time. */
  readonly at: number | null;
}

function timeIn(lines: string): number | null {
  const [value] = readHeader(lines).values.values();
  // Times without a zone are of one zone, so any zone gives their order.
  return typeof value === 'string' ? parseInstant(value.trim(), 'UTC') : null;
}

function timesByKey({ yaml, yamlFrom }: Header): Iterable<TimeEntry[]> {
  const byKey = new Map<string, TimeEntry[]>();
  for (const { key, from, to } of splitEntries(yaml)) {
    const lower = key.toLowerCase();
    const entry = { from: yamlFrom + from, to: yamlFrom + to, at: timeIn(yaml.slice(from, to)) };
    if (TIMES.has(lower)) byKey.set(lower, [...(byKey.get(lower) ?? []), entry]);
  }
  return byKey.values();
}

/** Keeps the latest of the times that a header has several times, as after a merge that kept both sides. All other text stays unchanged. */
export function withLatestTimes(text: string): string {
  const { header } = splitHeader(text);
  if (header === null || header.language !== null) return text;
  const removed = [...timesByKey(header)].flatMap((entries) => {
    const times = entries.flatMap(({ at }) => at ?? []);
    const latest = entries.find(({ at }) => at === Math.max(...times));
    return times.length < entries.length ? [] : entries.filter((entry) => entry !== latest);
  });
  removed.sort((one, other) => other.from - one.from);
  return removed.reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
}
