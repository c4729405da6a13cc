import * as z from 'zod';
import { doubtsOutput } from '../../crtx/index.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { PATH_DIRECTIONS } from './path-in-words.ts';

const share = () => z.number().min(0).max(1);
const path = () => z.string();
const limit = () => z.int().min(1).max(10_000);
const region = () => z.string().min(1).describe('a file or folder, relative to the current folder').meta({ positional: true });
const node = () => z.string().min(1).describe('a file, a folder, a symbol (file#name), or the id of any node').meta({ positional: true });
export const files = onDemand(() =>
  z.array(z.string().min(1)).min(1).describe('files or folders, relative to the current folder').meta({ positional: true }),
);

export const nothing = onDemand(() => z.object({}));
export const listInput = onDemand(() => z.object({ limit: limit().default(20).describe('maximum number of results') }));
export const blastInput = onDemand(() => z.object({ files: files(), limit: limit().default(30).describe('maximum number of files') }));
export const pathInput = onDemand(() => z.object({ from: node(), to: node() }));
export const ownersInput = onDemand(() => z.object({ region: region() }));
export const exportInput = onDemand(() =>
  z.object({
    dot: z.boolean().default(false).describe('print Graphviz DOT'),
    mermaid: z.boolean().default(false).describe('print a Mermaid diagram'),
    level: z.enum(['clusters', 'modules', 'files', 'symbols']).default('clusters').describe('level of detail'),
  }),
);

const reason = onDemand(() => z.object({ from: z.string(), to: z.string(), type: z.string(), weight: share(), description: z.string() }));

const affected = onDemand(() => z.object({ path: path(), likelihood: share(), because: z.array(z.string()) }));
/** `likelihood`: that the file must change too. `because`: the path from a changed file to this one. */
export const blastOutput = onDemand(() =>
  z.object({
    files: z.array(affected().extend({ tests: z.array(path()) })),
    /** Likeliest to fail first. */
    tests: z.array(affected()),
    /** Dependencies of the changed files. `together`: how often they changed with them; 0 if no more often than by chance. */
    alongside: z.array(affected().omit({ likelihood: true }).extend({ together: share() })),
    /** Number of further files and tests that may break. */
    more: z.object({ files: z.int(), tests: z.int() }),
    /** Arguments that are not in the graph. */
    unknown: z.array(path()),
    /** Packages and files that the arguments configure. Omitted if there are none. */
    configures: z.array(path()).optional(),
    /** Why the lists may be incomplete. */
    doubts: doubtsOutput(),
  }),
);
/** `direction`: relation of the first node to the second; `null` if they are not connected. `nodes`: from the first to the second. */
export const pathOutput = onDemand(() =>
  z.object({
    direction: z.enum(PATH_DIRECTIONS).nullable(),
    nodes: z.array(z.string()),
    steps: z.array(reason()),
    doubts: doubtsOutput(),
  }),
);
/** `zone`: why the DNA calls it a risk zone; `null` if it does not. */
const hotspot = onDemand(() =>
  z.object({ path: path(), risk: share(), importance: share(), fragility: share(), touchCount: z.int(), lastTouched: z.int() }),
);
/**
 * `history`: number of commits read by the build, and how many of them fix or revert something; `null` if unknown. `fault`: why the graph
 * cannot be rebuilt in its current state, with the next step. `changed`: how many files have changed since the graph was built.
 */
export const hotspotsOutput = onDemand(() =>
  z.object({
    files: z.array(hotspot().extend({ zone: z.string().nullable() })),
    history: z.object({ commits: z.int(), fixes: z.int() }).nullable(),
    fault: z.string().optional(),
    changed: z.int(),
  }),
);
/** Files that change together and do not depend on each other. */
export const couplingsOutput = onDemand(() =>
  z.object({
    couplings: z.array(z.object({ files: z.tuple([path(), path()]), weight: share(), description: z.string() })),
    doubts: doubtsOutput(),
  }),
);
/** `cycle`: the shortest cycle of each group; the last file is the first again. */
export const cyclesOutput = onDemand(() =>
  z.object({ cycles: z.array(z.object({ files: z.array(path()), cycle: z.array(path()) })), doubts: doubtsOutput() }),
);
export const deadEndsOutput = onDemand(() =>
  z.object({
    files: z.array(path()),
    symbols: z.array(z.object({ path: path(), name: z.string(), type: z.string() })),
    doubts: doubtsOutput(),
  }),
);
/** `boundary`: `null` for files outside of all boundaries. `boundaries`: number of boundaries in the DNA; `null` without a DNA. `changed`: as in `hotspotsOutput`. */
export const ownersOutput = onDemand(() =>
  z.object({
    owners: z.array(
      z.object({
        boundary: z.string().nullable(),
        paths: z.array(z.string()),
        owns: z.array(z.string()),
        exposesTo: z.array(z.string()),
        files: z.array(path()),
      }),
    ),
    boundaries: z.int().nullable(),
    changed: z.int(),
  }),
);
/** `alone`: number of files without connections. */
export const statsOutput = onDemand(() =>
  z.object({
    built: z.int(),
    nodes: z.record(z.string(), z.int()),
    edges: z.record(z.string(), z.int()),
    clusters: z.array(z.object({ id: z.string(), name: z.string(), size: z.int(), cohesion: share(), coupling: share() })),
    important: z.array(z.object({ path: path(), importance: share() })),
    alone: z.int(),
    doubts: doubtsOutput(),
  }),
);
const parts = onDemand(() => z.array(z.unknown()).readonly());
/** The graph itself, or a diagram of it. */
export const exportOutput = onDemand(() =>
  z.union([z.object({ text: z.string() }), z.object({ nodes: parts(), edges: parts(), clusters: parts() })]),
);

export type BlastInput = Checked<typeof blastInput>;
export type PathInput = Checked<typeof pathInput>;
export type OwnersInput = Checked<typeof ownersInput>;
export type ExportInput = Checked<typeof exportInput>;
export type ListInput = Checked<typeof listInput>;
export type BlastOutput = Checked<typeof blastOutput>;
export type PathOutput = Checked<typeof pathOutput>;
export type HotspotsOutput = Checked<typeof hotspotsOutput>;
export type CouplingsOutput = Checked<typeof couplingsOutput>;
export type CyclesOutput = Checked<typeof cyclesOutput>;
export type DeadEndsOutput = Checked<typeof deadEndsOutput>;
export type OwnersOutput = Checked<typeof ownersOutput>;
export type StatsOutput = Checked<typeof statsOutput>;
export type ExportOutput = Checked<typeof exportOutput>;
