/** File name of the parse workers' program, in the folder of the graph's programs. */
export const WORKER_FILE = 'worker.cjs';
