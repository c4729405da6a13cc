import type { ArchitectureMap, ProjectDNA, StackFingerprint } from '../crtx/schema/dna.ts';

/** Initial values of a DNA; missing ones are empty. */
export interface NewDna {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  readonly stack?: Partial<StackFingerprint>;
  readonly architecture?: ArchitectureMap;
  readonly constraints?: ProjectDNA['constraints'];
  readonly patterns?: ProjectDNA['patterns'];
  readonly risks?: ProjectDNA['risks'];
  readonly owner?: ProjectDNA['owner'];
}

/** Creates a DNA. @param now milliseconds since 1970 UTC */
export function createDna(
  { id, name, purpose, stack, architecture, constraints, patterns, risks, owner }: NewDna,
  now: number,
): ProjectDNA {
  return {
    version: 1,
    project: { id, name, purpose, created: now, updated: now },
    stack: { languages: [], frameworks: [], databases: [], infrastructure: [], aiProviders: [], buildTools: [], ...stack },
    architecture: architecture ?? { type: 'monolith', entryPoints: [], boundaries: [], dataFlow: [] },
    constraints: constraints ?? [],
    patterns: patterns ?? [],
    risks: risks ?? [],
    owner: owner ?? { style: '', preferences: [] },
  };
}
