import type { SemanticEdge, SemanticNode } from '../../crtx/index.ts';
import type { GraphProblem } from '../problems.ts';

/** A node before anything is known of its history and its importance. */
export type StructureNode = Readonly<Pick<SemanticNode, 'id' | 'type' | 'path' | 'name'>>;

/** How a project is connected by what its files say. */
export interface Structure {
  /** In the order of their ids. */
  readonly nodes: readonly StructureNode[];
  /** In no order that says anything; of several of one type between the same two the heaviest counts. */
  readonly edges: readonly SemanticEdge[];
  readonly problems: readonly GraphProblem[];
  /** How many imports should lead to a file of the project, and do not. */
  readonly unresolved: number;
}
