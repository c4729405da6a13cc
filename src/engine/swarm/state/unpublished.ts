import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/** Without another word a member may be silent for half an hour, in milliseconds. */
export const DEFAULT_VANISH_AFTER_MS = 30 * 60_000;

/** With less, whoever is silent would be found anew for ever. */
export const SHORTEST_SILENCE_MS = 1_000;

const share = z.union([z.literal(0), z.literal(80), z.literal(100)]);

/** Nothing is given out since then. */
export const pauseSchema = onDemand(() => z.object({ by: z.string(), reason: z.string(), at: z.int() }));
export type Pause = Checked<typeof pauseSchema>;

/** A swarm was aborted. */
export type Abortion = Pause;

/** Who asks to be a member, and since when: milliseconds since 1970 UTC. */
export const applicantSchema = onDemand(() =>
  z.object({ agent: z.string(), role: z.string(), expertise: z.array(z.string()), since: z.int() }),
);
export type Applicant = Readonly<Checked<typeof applicantSchema>>;

/** Who asked to be a member and was refused, by whom, why, and when: milliseconds since 1970 UTC. */
const rejectionSchema = onDemand(() => applicantSchema().extend({ by: z.string(), reason: z.string(), at: z.int() }));
export type Rejection = Readonly<Checked<typeof rejectionSchema>>;

/** What a swarm's manifest has no field for. Times are milliseconds since 1970 UTC. */
export const unpublishedSchema = onDemand(() =>
  z.object({
    /** Of the last record of each agent of the manifest, in its order; where it is missing: now. */
    activity: z.custom<readonly number[]>(Array.isArray, 'is not a list'),
    /** When each of them was last given something to do by somebody else. */
    given: z.custom<readonly number[]>(Array.isArray, 'is not a list'),
    /** The tasks of which each agent is still to be told that it lost them, by its id (not in older checkpoints). */
    lost: z.array(z.tuple([z.string(), z.array(z.string())])).default([]),
    /** Of which share of each limit was warned. */
    warned: z.object({ agents: share, tokens: share, cost: share, duration: share }),
    pause: pauseSchema().nullable(),
    isAborted: z.boolean(),
    /** Who has ended it, why and when; `null` where nobody has, or nobody knows (not in older checkpoints). */
    abortion: pauseSchema().nullable().default(null),
    /** How long the clock of the budget stood still, milliseconds. */
    stoppedMs: z.number(),
    vanishAfterMs: z.int().min(SHORTEST_SILENCE_MS),
    /** Whether its members' locks end with it (not in older checkpoints). */
    releasesLocks: z.boolean().default(false),
    /** Whether only those may vote who were members when the vote was opened (not in older checkpoints). */
    fixedElectorate: z.boolean().default(false),
    /** Whether who is recruited waits until somebody in charge admits it, and who waits (neither in older checkpoints). */
    admission: z.literal('coordinator').nullable().default(null),
    applicants: z.array(applicantSchema()).default([]),
    /** Who was refused (not in older checkpoints). */
    rejections: z.array(rejectionSchema()).default([]),
    /** When the tasks were begun that are worked on, by id. */
    since: z.array(z.tuple([z.string(), z.number()])),
    /** The critical paths of a tree that has grown. */
    paths: z.array(z.number()).optional(),
  }),
);
export type Unpublished = Checked<typeof unpublishedSchema>;

/** The rules that hold from the record on which brings a swarm in; earlier versions do not say them. */
export interface CreationRules {
  readonly releaseLocks?: true | undefined;
  readonly fixedElectorate?: true | undefined;
}

export function rulesOf({ releaseLocks, fixedElectorate }: CreationRules): Pick<Unpublished, 'releasesLocks' | 'fixedElectorate'> {
  return { releasesLocks: releaseLocks ?? false, fixedElectorate: fixedElectorate ?? false };
}

/** Of a swarm of which nothing is known but its manifest. */
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
