/** Description of `cortex import`. The help of other commands needs only this. */
export const IMPORT_COMMAND = { import: 'Make a plan of the open tasks of another program' } as const;
