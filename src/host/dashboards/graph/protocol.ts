/** What the host and the Graph dashboard say to each other (docs/decisions/0019-the-graph-dashboard.md). Paths are relative to the project. */
import * as z from 'zod';
import type { GraphAnswer, GraphFilter, GraphPlace } from '../../../engine/graph/schemas/graph-answer.ts';
import { openProblem, type ProblemRow, text } from '../protocol.ts';

export type {
  AffectedFile,
  GraphBlast,
  GraphDetail,
  GraphFilter,
  GraphFound,
  GraphLink,
  GraphLinks,
  GraphPlace,
  GraphScene,
  SceneEdge,
  SceneNode,
} from '../../../engine/graph/schemas/graph-answer.ts';

/** Nobody looks for more words. */
const MOST_WORDS = 200;
/** An id is a path with a name, or not much longer. */
const LONGEST_ID = 10_000;

const id = text.max(LONGEST_ID);

const place: z.ZodType<GraphPlace> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clusters') }),
  z.object({ kind: z.literal('cluster'), cluster: id }),
  z.object({ kind: z.literal('file'), file: id }),
  z.object({ kind: z.enum(['around', 'blast']), node: id }),
]);

const nodeType = z.enum(['file', 'function', 'type', 'module', 'feature', 'api', 'test']);
const edgeType = z.enum(['depends', 'tests', 'implements', 'extends', 'configures', 'breaks_if_changed']);
const filter: z.ZodType<GraphFilter> = z.object({
  nodes: z.array(nodeType).max(nodeType.options.length),
  edges: z.array(edgeType).max(edgeType.options.length),
});

/** What the page has in view. The page is not trusted: it draws what stands in the repository. */
export const graphViewSchema = z.object({
  place,
  filter,
  /** The node that a person has chosen. */
  chosen: id.nullable(),
  /** Looked for in names and paths; empty: nothing is. */
  words: text.max(MOST_WORDS),
  /** Whether the place is the file in the active editor, whatever `place` says, as soon as there is one that the graph knows. */
  follow: z.boolean(),
});
export type GraphView = z.infer<typeof graphViewSchema>;

/** What a person wants done. */
export const graphStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['init', 'build']) }),
  z.object({ kind: z.literal('open'), node: id }),
  openProblem,
]);
export type GraphStep = z.infer<typeof graphStepSchema>;

export interface GraphSnapshot extends GraphAnswer {
  /** The place that the page had asked for when this was looked for; the scene's is another one where that is gone, or where one follows. */
  readonly asked: GraphPlace;
  /** The words that `found` has; `null` while others are looked for. */
  readonly foundFor: string | null;
  /** Files of the picture that are locked, by path: who has them. */
  readonly locks: Readonly<Record<string, { readonly mode: 'exclusive' | 'shared'; readonly agents: readonly string[] }>>;
  /** The file in the active editor; `null`: none, or the graph does not have it. */
  readonly open: string | null;
  /** The file in the active editor that the graph does not have; `null`: it has it, or there is none. */
  readonly outside: string | null;
  /** Whether the graph is being made anew now. */
  readonly building: boolean;
  /** What the page asked for last is still being looked for. */
  readonly looking: boolean;
  readonly now: number;
  readonly readOnly: string | null;
}

/** `no-graph`: none was made yet, or it cannot be read. `reading`: it is being read. */
export type GraphState =
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'no-project'; readonly folder: string; readonly readOnly: string | null }
  | { readonly kind: 'reading' }
  | { readonly kind: 'no-graph'; readonly building: boolean; readonly readOnly: string | null; readonly problems: readonly ProblemRow[] }
  | { readonly kind: 'graph'; readonly snapshot: GraphSnapshot };

/** What the host pushes: first all of it, then what is different. */
export type GraphPush = GraphState | { readonly kind: 'changes'; readonly changes: Partial<GraphSnapshot> };
