/** Largest source file that is read, in bytes. Larger files are assumed to be generated. */
export const MAX_SOURCE_BYTES = 1_048_576;
/** How many files whose names have no ending are examined for being scripts. */
export const MAX_EXAMINED = 5_000;
