import { ownProperty } from '../../text/foreign-data.ts';
import type { ProjectDNA } from '../schema/dna.ts';

/** Returns the values that replace invalid parts of a DNA. @param file the parsed file, whose header also has the project's id */
export function emptyDna(file: unknown): ProjectDNA {
  const id = ownProperty(ownProperty(file, 'header'), 'project');
  return {
    version: 1,
    project: { id: typeof id === 'string' ? id : '', name: '', purpose: '', created: 0, updated: 0 },
    stack: { languages: [], frameworks: [], databases: [], infrastructure: [], aiProviders: [], buildTools: [] },
    architecture: { type: 'monolith', entryPoints: [], boundaries: [], dataFlow: [] },
    constraints: [],
    patterns: [],
    risks: [],
    owner: { style: '', preferences: [] },
  };
}
