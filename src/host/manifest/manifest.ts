import { dashboards } from './dashboards.ts';
import { graph } from './graph.ts';
import { knowledge } from './knowledge.ts';
import { locks } from './locks.ts';
import { memory } from './memory.ts';
import { project } from './project.ts';
import { stacks } from './stacks.ts';
import { swarm } from './swarm.ts';
import { team } from './team.ts';

/** Every command of the extension: `scripts/generate-manifest.mjs` writes them into package.json. */
export const contributions = {
  ...dashboards,
  ...project,
  ...swarm,
  ...locks,
  ...knowledge,
  ...graph,
  ...memory,
  ...stacks,
  ...team,
} as const;

export type CommandId = keyof typeof contributions;
