/** The command that git runs, and what it is for; all that other commands' help knows of it. */
export const MERGE_COMMAND = { 'merge-driver': 'Merge one file for git (see "cortex install git")' } as const;
