import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { count, degree, type Known, text, texts, time } from './parts.ts';

/** Seed 1, "Semantic Graph". */
export const semanticNodeSchema = onDemand(() =>
  z
    .looseObject({
      id: text('The identity of this node; edges and clusters name it.'),
      type: z.enum(['file', 'function', 'type', 'module', 'feature', 'api', 'test']).describe('What the node stands for.'),
      path: text('Where it lives, relative to the project root.'),
      name: text('What it is called.'),
      importance: degree('How much depends on it.'),
      fragility: degree('How easily it breaks.'),
      lastTouched: time('When it last changed.'),
      touchCount: count('How often it has changed.'),
    })
    .meta({ id: 'SemanticNode', title: 'SemanticNode', description: 'A thing in the project that others connect to.' }),
);

/** Seed 1, "Semantic Graph". */
export const semanticEdgeSchema = onDemand(() =>
  z
    .looseObject({
      from: text('The id of the node where the edge starts.'),
      to: text('The id of the node where the edge ends.'),
      type: z.enum(['depends', 'tests', 'implements', 'extends', 'configures', 'breaks_if_changed']).describe('How the two are connected.'),
      weight: degree('How strong the connection is.'),
      description: text('The connection in words.'),
    })
    .meta({ id: 'SemanticEdge', title: 'SemanticEdge', description: 'A connection between two nodes; more than an import.' }),
);

/** Seed 1, "Semantic Graph". */
export const semanticClusterSchema = onDemand(() =>
  z
    .looseObject({
      id: text('The identity of this cluster.'),
      name: text('What it is called.'),
      nodes: texts('The ids of its nodes.'),
      cohesion: degree('How closely its nodes belong together.'),
      coupling: degree('How much it depends on the rest.'),
    })
    .meta({ id: 'SemanticCluster', title: 'SemanticCluster', description: 'Nodes that belong together.' }),
);

/** Seed 1, "Semantic Graph". */
export const semanticGraphSchema = onDemand(() =>
  z
    .looseObject({
      nodes: z.array(semanticNodeSchema()).describe('The things in the project.'),
      edges: z.array(semanticEdgeSchema()).describe('How they connect.'),
      clusters: z.array(semanticClusterSchema()).describe('Which of them belong together.'),
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
