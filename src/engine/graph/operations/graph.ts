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
  description: 'Show the impact of changing files: what may break, why, and which tests to run',
  effect: 'read',
  input: blastInput,
  output: blastOutput,
  load: async () => (await useCases()).showBlast,
} as const;

/** Seed 1, "Semantic Graph"; rulings, crtx 12. */
export const graphOperations: readonly Operation[] = [
  defineOperation({
    name: 'graph build',
    description: 'Build or update the graph from code and git history',
    effect: 'write',
    input: nothing,
    output: buildOutput,
    load: async () => (await import('../use-cases/build.ts')).buildProjectGraph,
  }),
  defineOperation({ ...IMPACT, name: 'graph blast' }),
  defineOperation({ ...IMPACT, name: 'graph impact', description: 'Alias of graph blast' }),
  unresolvedOperation,
  defineOperation({
    name: 'graph path',
    description: 'Show how two files depend on each other',
    effect: 'read',
    input: pathInput,
    output: pathOutput,
    load: async () => (await useCases()).showPath,
  }),
  defineOperation({
    name: 'graph hotspots',
    description: 'List the riskiest files to change: fragile, with many dependents, often changed',
    effect: 'read',
    input: listInput,
    output: hotspotsOutput,
    load: async () => (await useCases()).listHotspots,
  }),
  defineOperation({
    name: 'graph couplings',
    description: 'List files that change together without depending on each other',
    effect: 'read',
    input: listInput,
    output: couplingsOutput,
    load: async () => (await useCases()).listCouplings,
  }),
  defineOperation({
    name: 'graph cycles',
    description: 'List circular dependencies',
    effect: 'read',
    input: nothing,
    output: cyclesOutput,
    load: async () => (await useCases()).listCycles,
  }),
  defineOperation({
    name: 'graph dead-ends',
    description: 'List unused files and symbols (candidates): without dependents, and no entry points',
    effect: 'read',
    input: nothing,
    output: deadEndsOutput,
    load: async () => (await useCases()).listUnused,
  }),
  defineOperation({
    name: 'graph owners',
    description: 'Show the boundaries around a file or folder, and what may depend on them',
    effect: 'read',
    input: ownersInput,
    output: ownersOutput,
    load: async () => (await useCases()).listOwners,
  }),
  defineOperation({
    name: 'graph stats',
    description: 'Show the size of the graph, its clusters and the files with most dependents',
    effect: 'read',
    input: nothing,
    output: statsOutput,
    load: async () => (await useCases()).showStats,
  }),
  defineOperation({
    name: 'graph export',
    description: 'Export the graph as JSON, Graphviz (--dot) or Mermaid (--mermaid)',
    effect: 'read',
    input: exportInput,
    output: exportOutput,
    load: async () => (await useCases()).exportGraph,
  }),
];
