import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { makeSwarm } from './big-swarm.ts';
import type { Figures } from './compare.ts';
import { graphMeasurements } from './graph-measurements.ts';
import { makeGraph } from './graph-project.ts';
import { inboxMeasurements, stacksMeasurements } from './stack-measurements.ts';
import { makeInbox, makeStacks } from './stack-project.ts';
import { swarmMeasurements } from './swarm-measurements.ts';
import { teamMeasurements } from './team-measurements.ts';
import { makeTeam } from './team-project.ts';
import { timelineMeasurements } from './timeline-measurements.ts';
import { makeTimeline } from './timeline-project.ts';
import { vaultMeasurements } from './vault-measurements.ts';
import { makeVault } from './vault-project.ts';

type Measure = (runtime: Runtime, root: string, size: number) => Promise<Figures>;

/** What is measured: how a project of some size is made, and what can be asked of it. */
export const subjects = {
  swarm: { make: makeSwarm, measurements: swarmMeasurements },
  timeline: { make: makeTimeline, measurements: timelineMeasurements },
  vault: { make: makeVault, measurements: vaultMeasurements },
  inbox: { make: makeInbox, measurements: inboxMeasurements },
  team: { make: makeTeam, measurements: teamMeasurements },
  stacks: { make: makeStacks, measurements: stacksMeasurements },
  graph: { make: makeGraph, measurements: graphMeasurements },
} as const;

export type Subject = keyof typeof subjects;
export type Measurement<S extends Subject> = keyof (typeof subjects)[S]['measurements'] & string;

/** @throws Error for a name that is none */
export function subjectOf(name: string): (typeof subjects)[Subject] {
  const found = Object.entries<(typeof subjects)[Subject]>(subjects).find(([each]) => each === name);
  if (found === undefined) throw new Error(`There is no subject ${name}.`);
  return found[1];
}

/** @throws Error for a name that is none */
export function measurementOf({ measurements }: (typeof subjects)[Subject], name: string): Measure {
  const found = Object.entries<Measure>(measurements).find(([each]) => each === name);
  if (found === undefined) throw new Error(`There is no measurement ${name}.`);
  return found[1];
}
