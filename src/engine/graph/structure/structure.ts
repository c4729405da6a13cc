import type { SemanticEdge, SemanticNode, UnreadFile } from '../../crtx/index.ts';
import type { GraphProblem } from '../problems.ts';
import type { ImportGaps } from './import-gaps.ts';

/** A node without history and importance, which are computed later. */
export type StructureNode = Readonly<Pick<SemanticNode, 'id' | 'type' | 'path' | 'name'>>;

/** A part of the graph. The object is the same as before if nothing in it changed. */
export interface StructurePart {
  readonly nodes: readonly StructureNode[];
  /** In no particular order. Of several edges of one type between the same nodes the heaviest counts. */
  readonly edges: readonly SemanticEdge[];
}

/** The graph of a project as computed from its files, without history. */
export interface Structure extends ImportGaps {
  readonly parts: readonly StructurePart[];
  readonly problems: readonly GraphProblem[];
  /** Manifests that affect imports and were not read completely. */
  readonly unread: readonly UnreadFile[];
}
