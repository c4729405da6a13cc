/** File name of the explorer thread's program in `dist/threads`. It changes with all code that builds a graph. */
export const EXPLORER_FILE = 'explorer-worker.cjs';
