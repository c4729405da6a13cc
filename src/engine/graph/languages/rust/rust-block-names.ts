/** Between the name of a module in a block, and the number of the block. No name can contain it. */
const MARK = '¶';
const NUMBERS = new RegExp(`${MARK}\\d+`, 'g');

/** Returns the name of a module in a block, other than those of the same name elsewhere in the file. @param block a number of the block */
export const nameInBlock = (name: string, block: number): string => `${name}${MARK}${block}`;

/** Whether a name is that of a module in a block. */
export const isInBlock = (name: string | undefined): boolean => name?.includes(MARK) === true;

/** Returns a name or path as written, without the numbers of blocks. */
export const asWritten = (path: string): string => path.replaceAll(NUMBERS, '');
