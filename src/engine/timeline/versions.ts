import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { tryChecksum } from '../text/json/canonical-json.ts';
import { FINAL } from './differences.ts';

/** Key of `context.state` with an entry's other versions, if clones disagree about it. */
const OTHERS = 'otherVersions';
/** Maximum number of other versions, the greatest ones: programs that disagree could fill the file. */
const MAX_OTHERS = 20;

type Version = Readonly<Record<string, unknown>>;

/** Returns the immutable fields of an entry, without its other versions; as JSON text if it could not be stored otherwise. */
function versionOf(entry: TimelineEntry): Version {
  const { [OTHERS]: _others, ...state } = entry.context.state;
  const own = { ...entry, context: { ...entry.context, state } };
  const version = Object.fromEntries(FINAL.flatMap((field) => (own[field] === undefined ? [] : [[field, own[field]]])));
  // Wrapped as deep as in the file: in the list, the entry, its context, the state and the list of versions.
  const placed = tryChecksum([[[[[version]]]]]);
  const isTooDeep = 'problem' in placed && placed.problem === 'too-deep';
  return isTooDeep ? { timestamp: entry.timestamp, text: JSON.stringify(version) } : version;
}

const isVersion = (value: unknown): value is Version => typeof value === 'object' && value !== null && !Array.isArray(value);

function othersOf({ context }: TimelineEntry): Version[] {
  const kept = context.state[OTHERS];
  return Array.isArray(kept) ? kept.filter(isVersion) : [];
}

/** Returns a key that is equal for equal versions, whatever the order of their properties. */
function keyOf(version: Version): string {
  const result = tryChecksum(version);
  return 'problem' in result ? JSON.stringify(version) : result.checksum;
}

const timeOf = ({ timestamp }: Version): number => (typeof timestamp === 'number' ? timestamp : 0);

/** Compares by time, then by content. The greater version wins, and all clones agree on it. */
function compare([oneKey, one]: [string, Version], [otherKey, other]: [string, Version]): number {
  return timeOf(one) - timeOf(other) || (oneKey < otherKey ? -1 : Number(oneKey > otherKey));
}

/**
 * Merges two clones' versions of an entry whose immutable fields differ (RULINGS, crtx 11). The greatest version wins, and the others are
 * stored in `context.state`. The result does not depend on the order of merges, because it is the maximum of a growing set.
 * @returns `present` itself if `other` adds nothing
 */
export function mergeVersions(present: TimelineEntry, other: TimelineEntry): TimelineEntry {
  const known = new Map<string, Version>();
  for (const version of [...othersOf(present), ...othersOf(other), versionOf(present), versionOf(other)])
    known.set(keyOf(version), version);
  const [presentKey, otherKey] = [keyOf(versionOf(present)), keyOf(versionOf(other))];
  const isPresent = compare([presentKey, versionOf(present)], [otherKey, versionOf(other)]) >= 0;
  const winner = isPresent ? present : other;
  known.delete(isPresent ? presentKey : otherKey);
  const others = [...known].sort(compare).slice(-MAX_OTHERS);
  const before = othersOf(present).map(keyOf);
  if (isPresent && before.join() === others.map(([key]) => key).join()) return present;
  const { timestamp, agentId, type, action, reasoning, confidence, context, refs, parent } = winner;
  const { [OTHERS]: _kept, ...state } = context.state;
  const kept = others.length === 0 ? {} : { [OTHERS]: others.map(([, version]) => version) };
  const { parent: _parent, ...rest } = present;
  const said = { timestamp, agentId, type, action, reasoning, confidence, refs, context: { ...context, state: { ...state, ...kept } } };
  return { ...rest, ...said, ...(parent !== undefined && { parent }) };
}
