import * as z from 'zod';
import { type SwarmManifest, swarmManifestSchema } from '../schema.ts';

// Long lists are not looked into: we wrote them, and the checkpoint that they come from has a checksum.
const outermost = swarmManifestSchema.extend({ agents: z.custom(Array.isArray), decomposition: z.looseObject({}) });

const share = z.union([z.literal(0), z.literal(80), z.literal(100)]);

/** Everything that a swarm's state holds besides the locks. Times are milliseconds since 1970 UTC. */
export const swarmSnapshotSchema = z.object({
  now: z.int(),
  run: z
    .object({
      /** Without locks. */
      manifest: z.custom<SwarmManifest>((value) => outermost.safeParse(value).success, 'is not a swarm manifest'),
      /** Time of the last record of each agent of the manifest, in its order. */
      activity: z.custom<readonly number[]>(Array.isArray, 'is not a list'),
      warned: z.object({ agents: share, tokens: share, cost: share, duration: share }),
    })
    .nullable(),
});

/** JSON. */
export type SwarmSnapshot = z.infer<typeof swarmSnapshotSchema>;
