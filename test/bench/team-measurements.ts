import fs from 'node:fs';
import path from 'node:path';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { OWN_ZONE } from '../../src/engine/platform/zoned-time.ts';
import { STALE_MINUTES, TeamStore, teamStatus } from '../../src/engine/team/index.ts';
import type { Figures } from './compare.ts';
import { quantile } from './statistics.ts';
import { timed } from './timing.ts';

const CHANGES = 200;

function statusOf(runtime: Runtime, store: TeamStore) {
  return teamStatus(store, { now: runtime.clock.now(), timeZone: OWN_ZONE, staleMinutes: STALE_MINUTES });
}

/** All notes read anew, and how everybody is doing found out. Milliseconds. */
async function open(runtime: Runtime, root: string): Promise<Figures> {
  let store = TeamStore.open(runtime, root);
  const opened = await timed(async () => {
    store = TeamStore.open(runtime, root);
  });
  const known = await timed(async () => statusOf(runtime, store));
  return { 'all notes': opened, 'how everybody is doing': known };
}

/** One note changed by somebody, until it and the lists of all are right again. Milliseconds. */
async function change(runtime: Runtime, root: string): Promise<Figures> {
  const store = TeamStore.open(runtime, root);
  const times: number[] = [];
  for (let n = 0; n < CHANGES; n += 1) {
    const name = `projects/project-${n % store.projects.size}.md`;
    fs.appendFileSync(path.join(root, name), '\n');
    times.push(
      await timed(async () => {
        store.update(name);
        if (store.projects.get(`project-${n}`) === undefined && n < store.projects.size) throw new Error('The project is gone.');
      }),
    );
  }
  return { 'half of the changes take at most': quantile(times, 0.5), '99 of 100 take at most': quantile(times, 0.99) };
}

/** What can be asked of a team. */
export const teamMeasurements = { open, change };
