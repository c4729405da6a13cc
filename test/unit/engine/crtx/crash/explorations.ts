import type { CrashCounts } from '../../../../support/crash-counts.ts';
import { appending, republication, rollover } from './entries.ts';
import { indexing } from './indexes.ts';
import { leading } from './swarm.ts';
import { tracing } from './traces.ts';

type Explore = (counts: CrashCounts) => Promise<void>;

/** In `npm test` one in so many crash points of a kind is tried; `npm run soak` tries all. */
export const SAMPLE = 3;

/** What a process may die of while it works on the timeline. */
export const TIMELINE: readonly (readonly [what: string, explore: Explore])[] = [
  ['entries are appended', (counts) => counts.explore('append', appending)],
  ['entries roll into an archive', (counts) => counts.explore('rollover', rollover)],
  ['an archive is written anew', (counts) => counts.explore('republication', republication)],
  ['archives are indexed', (counts) => counts.explore('index', indexing)],
  ['a reasoning trace is written', (counts) => counts.explore('trace', tracing)],
];

/** The same while it leads a swarm: its log is sealed and published, and the timeline told. */
export const SWARM: Explore = (counts) => counts.explore('swarm', leading);
