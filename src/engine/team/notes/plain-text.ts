/** Characters with a meaning in Markdown. */
const MARKS = /[\\`*_[\]<>|#]/g;

/** Escapes foreign text as one line of Markdown without markup. */
export const escapeInline = (text: string): string => text.replace(/\s+/gu, ' ').trim().replace(MARKS, '\\$&');
