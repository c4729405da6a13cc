/** Description of the command that git runs. The help of other commands needs only these descriptions. */
export const MERGE_COMMAND = { 'merge-driver': 'Merge one file for git (see "cortex install git")' } as const;

/** Description of the command that resolves the conflicts of a merge. */
export const SETTLE_COMMAND = { settle: 'Resolve the git merge conflicts in all files of Cortex here, and keep both sides' } as const;
