/** The program of the thread that answers questions, in the folder of the graph's programs. It holds all that makes a graph. */
export const EXPLORER_FILE = 'explorer-worker.cjs';
