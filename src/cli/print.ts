/** Where a program speaks: answers to one stream, everything else to the other. */
export interface Output {
  write(text: string): void;
  /** One message for a person; a newline is added. */
  error(text: string): void;
}

/** JSON that a terminal can be shown: what would move the cursor, or be there unseen, is escaped. To a parser it is the same. */
export function visibleJson(value: unknown, indent: number): string {
  const shown = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character.split('').map(shown).join(''),
  );
}

/** Prints an answer as JSON. */
export function printJson(output: Output, answer: unknown): void {
  output.write(`${visibleJson(answer, 2)}\n`);
}

/** Prints a part of an answer as JSON, in one line. */
export function printJsonLine(output: Output, part: unknown): void {
  output.write(`${visibleJson(part, 0)}\n`);
}
