/** The program of the workers that parse, in the folder of the graph's programs. */
export const WORKER_FILE = 'worker.cjs';
