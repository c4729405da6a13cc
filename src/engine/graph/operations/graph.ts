import { defineOperation, type Operation } from '../../platform/operation.ts';
import { buildOutput } from '../schemas/build-output.ts';
import {
  blastInput,
  blastOutput,
  couplingsOutput,
  cyclesOutput,
  deadEndsOutput,
  exportInput,
  exportOutput,
  hotspotsOutput,
  listInput,
  nothing,
  ownersInput,
  ownersOutput,
  pathInput,
  pathOutput,
  statsOutput,
} from '../schemas/graph.ts';
import { unresolvedOperation } from './unresolved.ts';

const useCases = () => import('../use-cases/graph.ts');

const IMPACT = {
  description: 'Show the impact of changing files: what may break, the likeliest first, with the reasons and the tests to run',
  effect: 'read',
  input: blastInput,
  output: blastOutput,
  load: async () => (await useCases()).blast,
} as const;

/** Seed 1, "Semantic Graph"; rulings, crtx 12. */
export const graphOperations: readonly Operation[] = [
  defineOperation({
    name: 'graph build',
    description: 'Read the code and its history, and write down how they are connected; what has not changed is not read again',
    effect: 'write',
    input: nothing,
    output: buildOutput,
    load: async () => (await import('../use-cases/build.ts')).buildProjectGraph,
  }),
  defineOperation({ ...IMPACT, name: 'graph blast' }),
  defineOperation({ ...IMPACT, name: 'graph impact', description: 'The same as "graph blast"' }),
  unresolvedOperation,
  defineOperation({
    name: 'graph path',
    description: 'Show how two files depend on each other',
    effect: 'read',
    input: pathInput,
    output: pathOutput,
    load: async () => (await useCases()).between,
  }),
  defineOperation({
    name: 'graph hotspots',
    description: 'The files that are riskiest to change now: fragile, leaned on and often changed',
    effect: 'read',
    input: listInput,
    output: hotspotsOutput,
    load: async () => (await useCases()).riskiest,
  }),
  defineOperation({
    name: 'graph couplings',
    description: 'Files that change together although neither leans on the other',
    effect: 'read',
    input: listInput,
    output: couplingsOutput,
    load: async () => (await useCases()).couplings,
  }),
  defineOperation({
    name: 'graph cycles',
    description: 'Files that lean on each other in a circle',
    effect: 'read',
    input: nothing,
    output: cyclesOutput,
    load: async () => (await useCases()).circles,
  }),
  defineOperation({
    name: 'graph dead-ends',
    description: 'What nothing leans on, and what is no entry either',
    effect: 'read',
    input: nothing,
    output: deadEndsOutput,
    load: async () => (await useCases()).unused,
  }),
  defineOperation({
    name: 'graph owners',
    description: 'In which boundaries of the DNA files lie, and who may lean on them',
    effect: 'read',
    input: ownersInput,
    output: ownersOutput,
    load: async () => (await useCases()).owners,
  }),
  defineOperation({
    name: 'graph stats',
    description: 'How large the graph is, its clusters, and what is leaned on most',
    effect: 'read',
    input: nothing,
    output: statsOutput,
    load: async () => (await useCases()).sizes,
  }),
  defineOperation({
    name: 'graph export',
    description: 'Write the graph for another program: as JSON, or with --dot or --mermaid as a picture of one level',
    effect: 'read',
    input: exportInput,
    output: exportOutput,
    load: async () => (await useCases()).exportGraph,
  }),
];
