import type { Text } from './text/layout.ts';

/** Where a program speaks: answers to one stream, everything else to the other. */
export interface Output {
  write(text: string): void;
  /** One message for a person; a newline is added. */
  error(text: string): void;
}

/** Prints an answer: as JSON, or as the operation's own text. */
export function print(output: Output, answer: unknown, text: Text | null): void {
  const shown = text === null ? JSON.stringify(answer, null, 2) : text(answer);
  output.write(`${shown}\n`);
}
