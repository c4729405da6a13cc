import type { SemanticEdge, SemanticNode, UnreadFile, UnresolvedImport } from '../../crtx/index.ts';
import type { GraphProblem } from '../problems.ts';

/** A node before anything is known of its history and its importance. */
export type StructureNode = Readonly<Pick<SemanticNode, 'id' | 'type' | 'path' | 'name'>>;

/** Some nodes, and edges that they bring. While nothing of it changes it is the same object. */
export interface StructurePart {
  readonly nodes: readonly StructureNode[];
  /** In no order that says anything; of several of one type between the same two the heaviest counts. */
  readonly edges: readonly SemanticEdge[];
}

/** How a project is connected by what its files say. */
export interface Structure {
  readonly parts: readonly StructurePart[];
  readonly problems: readonly GraphProblem[];
  /** Manifests of which not all is known that imports depend on. */
  readonly unread: readonly UnreadFile[];
  /** The imports that should lead to a file of the project, and do not. */
  readonly unresolved: readonly UnresolvedImport[];
}
