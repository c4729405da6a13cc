/** Output of a program: answers to one stream, everything else to another. */
export interface Output {
  write(text: string): void;
  /** Prints one message for a person; a newline is added. */
  error(text: string): void;
  /** Clears the screen; missing if answers go to no terminal. */
  clear?: () => void;
  /** Which texts have colours; default: none. */
  readonly colours?: { readonly answers: boolean; readonly messages: boolean };
  /** Resolves when the receiver has taken all answers; missing if it takes them at once. */
  written?: () => Promise<void>;
}

/** Returns JSON that is safe to show in a terminal: control and invisible characters are escaped. It parses to the same value. */
export function visibleJson(value: unknown, indent: number): string {
  const shown = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character.split('').map(shown).join(''),
  );
}

export function printJson(output: Output, answer: unknown): void {
  output.write(`${visibleJson(answer, 2)}\n`);
}

/** Prints a part of an answer as JSON on one line. */
export function printJsonLine(output: Output, part: unknown): void {
  output.write(`${visibleJson(part, 0)}\n`);
}
