/** Programs whose tasks can be imported. */
export const FORMATS = ['taskmaster', 'backlog', 'beads', 'github', 'spec-kit', 'checklist'] as const;
export type ImportFormat = (typeof FORMATS)[number];
