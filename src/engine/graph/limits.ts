/** A larger file was not written by hand. In bytes. */
export const MOST_SOURCE_BYTES = 1_048_576;
