/** Marks that would be more than letters in Markdown. */
const MARKS = /[\\`*_[\]<>|#]/g;

/** Text of somebody else as one line of Markdown, in which it is nothing but text. */
export const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim().replace(MARKS, '\\$&');
