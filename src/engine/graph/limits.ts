/** Largest source file that is read, in bytes. Larger files are assumed to be generated. */
export const MOST_SOURCE_BYTES = 1_048_576;
