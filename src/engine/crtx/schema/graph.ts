import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { count, degree, type Known, text, texts, time } from './parts.ts';

/** Seed 1, "Semantic Graph". */
export const semanticNodeSchema = onDemand(() =>
  z
    .looseObject({
      id: text('Id of this node. Edges and clusters refer to it.'),
      type: z.enum(['file', 'function', 'type', 'module', 'feature', 'api', 'test']).describe('Type of the node.'),
      path: text('Path, relative to the project root.'),
      name: text('Name.'),
      importance: degree('Importance: how much depends on it.'),
      fragility: degree('Fragility: how easily it breaks.'),
      lastTouched: time('Time of the last change.'),
      touchCount: count('Number of changes.'),
    })
    .meta({ id: 'SemanticNode', title: 'SemanticNode', description: 'A file, module or other part of the project.' }),
);

/** Seed 1, "Semantic Graph". */
export const semanticEdgeSchema = onDemand(() =>
  z
    .looseObject({
      from: text('Id of the node where the edge starts.'),
      to: text('Id of the node where the edge ends.'),
      type: z.enum(['depends', 'tests', 'implements', 'extends', 'configures', 'breaks_if_changed']).describe('Type of the connection.'),
      weight: degree('Strength of the connection.'),
      description: text('Description of the connection.'),
    })
    .meta({ id: 'SemanticEdge', title: 'SemanticEdge', description: 'A connection between two nodes, not only an import.' }),
);

/** Seed 1, "Semantic Graph". */
export const semanticClusterSchema = onDemand(() =>
  z
    .looseObject({
      id: text('Id of this cluster.'),
      name: text('Name.'),
      nodes: texts('Ids of its nodes.'),
      cohesion: degree('Cohesion of its nodes.'),
      coupling: degree('Coupling to the rest of the project.'),
    })
    .meta({ id: 'SemanticCluster', title: 'SemanticCluster', description: 'A group of related nodes.' }),
);

/** Seed 1, "Semantic Graph". */
export const semanticGraphSchema = onDemand(() =>
  z
    .looseObject({
      nodes: z.array(semanticNodeSchema()).describe('Nodes of the graph.'),
      edges: z.array(semanticEdgeSchema()).describe('Connections between nodes.'),
      clusters: z.array(semanticClusterSchema()).describe('Groups of related nodes.'),
    })
    .meta({
      id: 'SemanticGraph',
      title: 'SemanticGraph',
      description: 'How things actually connect: not just imports, but semantic relationships.',
    }),
);

export type SemanticNode = Known<z.infer<ReturnType<typeof semanticNodeSchema>>>;
export type SemanticEdge = Known<z.infer<ReturnType<typeof semanticEdgeSchema>>>;
export type SemanticCluster = Known<z.infer<ReturnType<typeof semanticClusterSchema>>>;
export type SemanticGraph = Known<z.infer<ReturnType<typeof semanticGraphSchema>>>;
