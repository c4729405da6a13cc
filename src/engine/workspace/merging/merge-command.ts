/** Description of the command that git runs. The help of other commands needs only this. */
export const MERGE_COMMAND = { 'merge-driver': 'Merge one file for git (see "cortex install git")' } as const;
