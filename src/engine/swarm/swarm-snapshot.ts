import * as z from 'zod';
import { taskNodeSchema } from '../crtx/schema/swarm.ts';
import { type SwarmManifest, swarmManifestSchema } from '../crtx/schema.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { ownProperty } from '../text/foreign-data.ts';
import { unpublishedSchema } from './state/unpublished.ts';

// Long lists are not validated: this program wrote them, and the checkpoint that they come from has a checksum.
const outermost = onDemand(() =>
  swarmManifestSchema().extend({ agents: z.custom(Array.isArray), decomposition: z.custom(hasKnownStatuses) }),
);

/** Returns whether all statuses are valid, because all derived state depends on them. */
function hasKnownStatuses(root: unknown): boolean {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!taskNodeSchema().shape.status.safeParse(ownProperty(node, 'status')).success) return false;
    const children = ownProperty(node, 'children');
    if (Array.isArray(children)) for (const child of children) open.push(child);
  }
  return true;
}

/** The state of a swarm without its locks. Times are milliseconds since 1970 UTC. */
export const swarmSnapshotSchema = onDemand(() =>
  z.object({
    now: z.int(),
    run: unpublishedSchema()
      .extend({
        /** Without locks. */
        manifest: z.custom<SwarmManifest>((value) => outermost().safeParse(value).success, 'is not a swarm manifest'),
      })
      .nullable(),
  }),
);

/** A snapshot as JSON. */
export type SwarmSnapshot = Checked<typeof swarmSnapshotSchema>;
