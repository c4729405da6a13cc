import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { tryChecksum } from '../text/canonical-json.ts';
import { FINAL } from './differences.ts';

/** The key of `context.state` under which an entry keeps what other clones say it is, where they do not agree. */
const OTHERS = 'otherVersions';
/** Of more than these the lowest go: programs that do not agree could fill the file. */
const MOST_OTHERS = 20;

type Version = Readonly<Record<string, unknown>>;

/** What an entry says for good, without what it keeps of other versions. As a text where it could not be kept otherwise. */
function versionOf(entry: TimelineEntry): Version {
  const { [OTHERS]: _others, ...state } = entry.context.state;
  const own = { ...entry, context: { ...entry.context, state } };
  const version = Object.fromEntries(FINAL.flatMap((field) => (own[field] === undefined ? [] : [[field, own[field]]])));
  // As deep as it would stand in the file: in the list, the entry, its context, the state there and the list of others.
  const placed = tryChecksum([[[[[version]]]]]);
  const isTooDeep = 'problem' in placed && placed.problem === 'too-deep';
  return isTooDeep ? { timestamp: entry.timestamp, text: JSON.stringify(version) } : version;
}

const isVersion = (value: unknown): value is Version => typeof value === 'object' && value !== null && !Array.isArray(value);

function othersOf({ context }: TimelineEntry): Version[] {
  const kept = context.state[OTHERS];
  return Array.isArray(kept) ? kept.filter(isVersion) : [];
}

/** A text that is the same for equal versions, whatever the order of their keys. */
function keyOf(version: Version): string {
  const result = tryChecksum(version);
  return 'problem' in result ? JSON.stringify(version) : result.checksum;
}

const timeOf = ({ timestamp }: Version): number => (typeof timestamp === 'number' ? timestamp : 0);

/** By time, then by content: the later one wins, and everybody agrees which that is. */
function compare([oneKey, one]: [string, Version], [otherKey, other]: [string, Version]): number {
  return timeOf(one) - timeOf(other) || (oneKey < otherKey ? -1 : Number(oneKey > otherKey));
}

/**
 * One entry of two clones that do not agree about what is said for good (RULINGS, crtx 11): the later version, with the others in
 * `context.state`. It does not matter which is which, or in what order clones meet: it is the greatest of a set that only grows.
 * @returns `present` itself when `other` says nothing new
 */
export function uniteVersions(present: TimelineEntry, other: TimelineEntry): TimelineEntry {
  const known = new Map<string, Version>();
  for (const version of [...othersOf(present), ...othersOf(other), versionOf(present), versionOf(other)])
    known.set(keyOf(version), version);
  const [presentKey, otherKey] = [keyOf(versionOf(present)), keyOf(versionOf(other))];
  const isPresent = compare([presentKey, versionOf(present)], [otherKey, versionOf(other)]) >= 0;
  const winner = isPresent ? present : other;
  known.delete(isPresent ? presentKey : otherKey);
  const others = [...known].sort(compare).slice(-MOST_OTHERS);
  const before = othersOf(present).map(keyOf);
  if (isPresent && before.join() === others.map(([key]) => key).join()) return present;
  const { timestamp, agentId, type, action, reasoning, confidence, context, refs, parent } = winner;
  const { [OTHERS]: _kept, ...state } = context.state;
  const kept = others.length === 0 ? {} : { [OTHERS]: others.map(([, version]) => version) };
  const { parent: _parent, ...rest } = present;
  const said = { timestamp, agentId, type, action, reasoning, confidence, refs, context: { ...context, state: { ...state, ...kept } } };
  return { ...rest, ...said, ...(parent !== undefined && { parent }) };
}
