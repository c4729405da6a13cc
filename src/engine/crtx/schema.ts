import * as z from 'zod';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { type ProjectDNA, projectDnaSchema } from './schema/dna.ts';
import { type SemanticGraph, semanticGraphSchema } from './schema/graph.ts';
import { type Known, text, time } from './schema/parts.ts';
import { type SwarmManifest, swarmManifestSchema } from './schema/swarm.ts';
import { type TimelineEntry, timelineEntrySchema } from './schema/timeline.ts';

/** A file and its type. */
export interface CortexFilePlace<Type extends CortexFileType> {
  readonly type: Type;
  /** Absolute path. */
  readonly file: string;
}

export {
  type ArchitectureBoundary,
  type ArchitectureMap,
  architectureBoundarySchema,
  architectureMapSchema,
  type DataFlowEdge,
  dataFlowEdgeSchema,
  type LearnedPattern,
  learnedPatternSchema,
  type ProjectConstraint,
  type ProjectDNA,
  projectConstraintSchema,
  projectDnaSchema,
  type RiskZone,
  riskZoneSchema,
  type StackFingerprint,
  stackFingerprintSchema,
} from './schema/dna.ts';
export {
  type SemanticCluster,
  type SemanticEdge,
  type SemanticGraph,
  type SemanticNode,
  semanticClusterSchema,
  semanticEdgeSchema,
  semanticGraphSchema,
  semanticNodeSchema,
} from './schema/graph.ts';
export {
  type MergePolicy,
  mergePolicySchema,
  type SwarmAgent,
  type SwarmBudget,
  type SwarmLock,
  type SwarmManifest,
  type SwarmStrategy,
  swarmAgentSchema,
  swarmBudgetSchema,
  swarmLockSchema,
  swarmManifestSchema,
  swarmStrategySchema,
  type TaskNode,
  taskNodeSchema,
} from './schema/swarm.ts';
export {
  type TimelineContext,
  type TimelineEntry,
  type TimelineEntryType,
  type TimelineOutcome,
  timelineContextSchema,
  timelineEntrySchema,
  timelineEntryTypeSchema,
  timelineOutcomeSchema,
} from './schema/timeline.ts';

/** The protocol version of this program (`header.cortex`). */
export const CORTEX_VERSION = 1;

/** Seed 1, "Directory Structure": the types of Cortex files. */
export const cortexFileTypeSchema = z.enum(['dna', 'timeline', 'graph', 'swarm', 'reasoning']);

export type CortexFileType = z.infer<typeof cortexFileTypeSchema>;

/** Type of `data` for each file type. */
export interface CortexData {
  dna: ProjectDNA;
  timeline: TimelineEntry[];
  graph: SemanticGraph;
  swarm: SwarmManifest;
  reasoning: TimelineEntry[];
}

const timelineSchema = onDemand(() => z.array(timelineEntrySchema()).describe('The append-only reasoning ledger, oldest entry first.'));
const reasoningSchema = onDemand(() => z.array(timelineEntrySchema()).describe('The reasoning trace of one task, oldest entry first.'));

/** The schema of `data` for each type. */
export const dataSchemas = {
  get dna() {
    return projectDnaSchema();
  },
  get timeline() {
    return timelineSchema();
  },
  get graph() {
    return semanticGraphSchema();
  },
  get swarm() {
    return swarmManifestSchema();
  },
  get reasoning() {
    return reasoningSchema();
  },
} satisfies { [Type in CortexFileType]: z.ZodType<CortexData[Type]> };

/** Seed 1, "Directory Structure": the protocol envelope's header. */
export const cortexFileHeaderSchema = onDemand(() =>
  z
    .looseObject({
      cortex: z.literal(CORTEX_VERSION).describe('Version of the Cortex Protocol.'),
      type: cortexFileTypeSchema.describe('Type of the content.'),
      project: text('Id of the project.'),
      created: time('Creation time of the file.'),
      updated: time('Time of the last change of the file.'),
      checksum: text('"sha256:" and the SHA-256 of the canonical form (RFC 8785) of data, or empty if it is not checked.'),
    })
    .meta({ id: 'CortexFileHeader', title: 'CortexFileHeader', description: 'The envelope: type and version of this file.' }),
);

export type CortexFileHeader = Known<Checked<typeof cortexFileHeaderSchema>>;

/** Seed 1, "Directory Structure": every `.crtx` file is a JSON file in this envelope. */
export interface CortexFile<T> {
  header: CortexFileHeader;
  data: T;
}
