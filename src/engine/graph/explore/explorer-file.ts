/** File name of the explorer thread's program, in the folder of the graph's programs. The bundle contains all code that builds a graph. */
export const EXPLORER_FILE = 'explorer-worker.cjs';
