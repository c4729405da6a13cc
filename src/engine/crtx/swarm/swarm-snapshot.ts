import * as z from 'zod';
import { type SwarmManifest, swarmManifestSchema } from '../schema.ts';

const outermost = swarmManifestSchema.extend({ agents: z.array(z.unknown()), decomposition: z.looseObject({}) });

const share = z.union([z.literal(0), z.literal(80), z.literal(100)]);

/** Everything that a swarm's state holds besides the locks. Times are milliseconds since 1970 UTC. */
export const swarmSnapshotSchema = z.object({
  now: z.int(),
  run: z
    .object({
      /** Without locks. Not looked into: we wrote it, and the checkpoint that it comes from has a checksum. */
      manifest: z.custom<SwarmManifest>((value) => outermost.safeParse(value).success, 'is not a swarm manifest'),
      /** Time of the last record of each agent of the manifest, in its order. */
      activity: z.array(z.int()),
      warned: z.object({ agents: share, tokens: share, cost: share, duration: share }),
    })
    .nullable(),
});

/** JSON. */
export type SwarmSnapshot = z.infer<typeof swarmSnapshotSchema>;
