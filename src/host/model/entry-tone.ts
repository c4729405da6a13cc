import type { EntryTone } from '../dashboards/timeline/protocol.ts';

/** Actions that only report the state of a swarm. Their outcome says whether the state has ended, not whether work succeeded. */
const STATES: readonly (readonly [action: RegExp, tone: EntryTone])[] = [
  [/^Agent .* is unresponsive$/s, 'warning'],
  [/^(?:Paused|Resumed) the swarm$/, 'quiet'],
];

const OUTCOMES: ReadonlyMap<string, EntryTone> = new Map([
  ['success', 'good'],
  ['failure', 'bad'],
  ['abandoned', 'skipped'],
]);

/** Returns the color of an entry. */
export function entryTone({ action, outcome }: { readonly action: string; readonly outcome: string }): EntryTone {
  return STATES.find(([state]) => state.test(action))?.[1] ?? OUTCOMES.get(outcome) ?? 'quiet';
}
