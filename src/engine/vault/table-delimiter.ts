const DELIMITER = /^[ \t>]*[|:-][|: \t-]*\r?$/;

/** Whether a line, in a block quote, too, is what stands below the head of a table, and so makes one of the line before it. */
export function isTableDelimiter(line: string): boolean {
  return line.includes('|') && line.includes('-') && DELIMITER.test(line);
}
