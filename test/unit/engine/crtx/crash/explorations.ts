import type { CrashCounts } from '../../../../support/crash-counts.ts';
import { appending, republication, rollover } from './entries.ts';
import { indexing } from './indexes.ts';
import { leading } from './swarm.ts';
import { tracing } from './traces.ts';

type Explore = (counts: CrashCounts) => Promise<void>;

/** `npm test` tries one of this many crash points of a kind. `npm run soak` tries all. */
export const SAMPLE = 3;

/** Operations on the timeline during which a process may die. */
export const TIMELINE: readonly (readonly [what: string, explore: Explore])[] = [
  ['entries are appended', (counts) => counts.explore('append', appending)],
  ['entries roll into an archive', (counts) => counts.explore('rollover', rollover)],
  ['an archive is written anew', (counts) => counts.explore('republication', republication)],
  ['archives are indexed', (counts) => counts.explore('index', indexing)],
  ['a reasoning trace is written', (counts) => counts.explore('trace', tracing)],
];

/** The same for a process that leads a swarm: seals, publications and timeline records. */
export const SWARM: Explore = (counts) => counts.explore('swarm', leading);
