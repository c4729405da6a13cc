import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/** Default time that a member may send no heartbeat, in milliseconds. */
export const DEFAULT_VANISH_AFTER_MS = 30 * 60_000;

/** Shortest allowed time without a heartbeat, in milliseconds. With 0, `Silence.takeSilent` would never end. */
export const SHORTEST_SILENCE_MS = 1_000;

const share = z.union([z.literal(0), z.literal(80), z.literal(100)]);

/** A pause: no tasks are assigned since `at`. */
export const pauseSchema = onDemand(() => z.object({ by: z.string(), reason: z.string(), at: z.int() }));
export type Pause = Checked<typeof pauseSchema>;

/** Who aborted a swarm, why and when. */
export type Abortion = Pause;

/** An agent that asks to be a member. `since` is in milliseconds since 1970 UTC. */
export const applicantSchema = onDemand(() =>
  z.object({ agent: z.string(), role: z.string(), expertise: z.array(z.string()), since: z.int() }),
);
export type Applicant = Readonly<Checked<typeof applicantSchema>>;

/** An agent that was refused admission: by whom, why and when, in milliseconds since 1970 UTC. */
const rejectionSchema = onDemand(() => applicantSchema().extend({ by: z.string(), reason: z.string(), at: z.int() }));
export type Rejection = Readonly<Checked<typeof rejectionSchema>>;

/** The state of a swarm that its manifest has no field for. Times are milliseconds since 1970 UTC. */
export const unpublishedSchema = onDemand(() =>
  z.object({
    /** Time of the last record of each agent, in the order of the manifest; now, if missing. */
    activity: z.custom<readonly number[]>(Array.isArray, 'is not a list'),
    /** When another agent or person last gave each of them a task. */
    given: z.custom<readonly number[]>(Array.isArray, 'is not a list'),
    /** Tasks that each agent lost and has not been informed of, by agent id (absent in older checkpoints). */
    lost: z.array(z.tuple([z.string(), z.array(z.string())])).default([]),
    /** The warned share of each limit in percent; 0 if none. */
    warned: z.object({ agents: share, tokens: share, cost: share, duration: share }),
    pause: pauseSchema().nullable(),
    isAborted: z.boolean(),
    /** Who aborted it, why and when; `null` if it was not aborted or this is unknown (absent in older checkpoints). */
    abortion: pauseSchema().nullable().default(null),
    /** How long the clock of the budget was stopped, in milliseconds. */
    stoppedMs: z.number(),
    vanishAfterMs: z.int().min(SHORTEST_SILENCE_MS),
    /** Whether its members' locks end with it (absent in older checkpoints). */
    releasesLocks: z.boolean().default(false),
    /** Whether only those who were members when a vote was opened may vote (absent in older checkpoints). */
    fixedElectorate: z.boolean().default(false),
    /** Whether recruited agents must be admitted, and which ones wait (both absent in older checkpoints). */
    admission: z.literal('coordinator').nullable().default(null),
    applicants: z.array(applicantSchema()).default([]),
    /** Agents that were refused admission (absent in older checkpoints). */
    rejections: z.array(rejectionSchema()).default([]),
    /** Start times of active tasks, by id. */
    since: z.array(z.tuple([z.string(), z.number()])),
    /** The critical paths, if the tree has grown. */
    paths: z.array(z.number()).optional(),
  }),
);
export type Unpublished = Checked<typeof unpublishedSchema>;

/** Rules that apply from the record that adds a swarm; absent in records of earlier versions. */
export interface CreationRules {
  readonly releaseLocks?: true | undefined;
  readonly fixedElectorate?: true | undefined;
}

export function toCreationRules({ releaseLocks, fixedElectorate }: CreationRules): Pick<Unpublished, 'releasesLocks' | 'fixedElectorate'> {
  return { releasesLocks: releaseLocks ?? false, fixedElectorate: fixedElectorate ?? false };
}

/** For a swarm of which only the manifest is known. */
export const NOTHING_UNPUBLISHED: Unpublished = {
  activity: [],
  given: [],
  lost: [],
  warned: { agents: 0, tokens: 0, cost: 0, duration: 0 },
  pause: null,
  isAborted: false,
  abortion: null,
  stoppedMs: 0,
  vanishAfterMs: DEFAULT_VANISH_AFTER_MS,
  releasesLocks: false,
  fixedElectorate: false,
  admission: null,
  applicants: [],
  rejections: [],
  since: [],
};
