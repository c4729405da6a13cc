/** Message types of the Graph dashboard (docs/decisions/0019-the-graph-dashboard.md). Paths are relative to the project. */
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

/** Maximum length of a search text, in UTF-16 code units. */
const MAX_SEARCH_LENGTH = 200;
/** Maximum length of an id, in UTF-16 code units. An id is a path, or a path and a name. */
const MAX_ID_LENGTH = 10_000;

const id = text.max(MAX_ID_LENGTH);

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

/** What the page has in view. The page is untrusted: it renders text from the repository. */
export const graphViewSchema = z.object({
  place,
  filter,
  /** The selected node. */
  chosen: id.nullable(),
  /** Search text for names and paths. Empty: no search. */
  words: text.max(MAX_SEARCH_LENGTH),
  /** Whether the file in the active editor replaces `place`, if the graph contains that file. */
  follow: z.boolean(),
});
export type GraphView = z.infer<typeof graphViewSchema>;

/** Requests of the user. */
export const graphStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['init', 'build']) }),
  z.object({ kind: z.literal('open'), node: id }),
  openProblem,
]);
export type GraphStep = z.infer<typeof graphStepSchema>;

export interface GraphSnapshot extends GraphAnswer {
  /** Place that the page requested. `scene.place` differs if that place no longer exists, or if the page follows the active file. */
  readonly asked: GraphPlace;
  /** Search text that `found` answers; `null` while a newer search runs. */
  readonly foundFor: string | null;
  /** Locked files of the scene, by path, with the agents that hold the locks. */
  readonly locks: Readonly<Record<string, { readonly mode: 'exclusive' | 'shared'; readonly agents: readonly string[] }>>;
  /** File in the active editor; `null` if there is none or the graph does not contain it. */
  readonly open: string | null;
  /** File in the active editor that the graph does not contain; `null` if there is none or the graph contains it. */
  readonly outside: string | null;
  /** Whether the graph is being rebuilt. */
  readonly building: boolean;
  /** Whether the last request of the page is still being answered. */
  readonly looking: boolean;
  readonly now: number;
  readonly readOnly: string | null;
}

/** `no-graph`: no graph was built yet, or it cannot be read. `reading`: the graph is being read. */
export type GraphState =
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'no-project'; readonly folder: string; readonly readOnly: string | null }
  | { readonly kind: 'reading' }
  | { readonly kind: 'no-graph'; readonly building: boolean; readonly readOnly: string | null; readonly problems: readonly ProblemRow[] }
  | { readonly kind: 'graph'; readonly snapshot: GraphSnapshot };

/** Updates that the host sends: a full state first, then the changed fields. */
export type GraphPush = GraphState | { readonly kind: 'changes'; readonly changes: Partial<GraphSnapshot> };
