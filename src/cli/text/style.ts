/** How a part of a text is shown on a terminal with colours. The words say the same without it (docs/decisions/0063-colours.md). */
export type Style = 'strong' | 'weak' | 'good' | 'busy' | 'alert' | 'bad';

/**
 * Marks in texts, which are replaced when a text is printed. Control characters, because values are escaped, so that only this program can
 * write them; one character each, so that escaping and cutting a text cannot split one.
 */
const MARKS: Readonly<Record<Style, string>> = {
  strong: '\u0001',
  weak: '\u0002',
  good: '\u0003',
  busy: '\u0004',
  alert: '\u0005',
  bad: '\u0006',
};
const END = '\u000e';
const ANY = new RegExp(`[${Object.values(MARKS).join('')}${END}]`, 'g');

/** Parameters of the control sequence "select graphic rendition", by mark. These colours can be read on light and on dark terminals. */
const CODES: Readonly<Record<string, string>> = {
  [MARKS.strong]: '1',
  [MARKS.weak]: '2',
  [MARKS.good]: '32',
  [MARKS.busy]: '36',
  [MARKS.alert]: '33',
  [MARKS.bad]: '31',
  [END]: '0',
};

/** Whether texts are made with marks now. */
let isMarking = false;

/** Reports whether a text has a mark, or a character that would be taken for one. */
export const hasMarks = (text: string): boolean => text.search(ANY) !== -1;

/** Reports whether a character is a mark, so that it must not be escaped. */
export const isMark = (character: string): boolean => isMarking && hasMarks(character);

/** Returns a text without marks. */
export const withoutMarks = (text: string): string => (isMarking ? text.replace(ANY, '') : text);

/** Shows a text in a style. It must be on one line, without other styles. */
export function styled(style: Style, text: string): string {
  return isMarking && text !== '' ? `${MARKS[style]}${text}${END}` : text;
}

/** Replaces the marks of a line by control sequences. A text that was cut may have lost its end. */
function coloured(line: string): string {
  const marks = line.match(ANY);
  if (marks === null) return line;
  const end = marks.at(-1) === END ? '' : END;
  return `${line}${end}`.replace(ANY, (mark) => `\u001b[${CODES[mark]}m`);
}

/** Makes a text with marks, and replaces them by control sequences. */
export function inColour(make: () => string): string {
  isMarking = true;
  try {
    return make().split('\n').map(coloured).join('\n');
  } finally {
    isMarking = false;
  }
}

/** Words at the start of a state, by their style. */
const WORDS: readonly (readonly [RegExp, Style])[] = [
  [/^(?:failed|failure|error|unresponsive|broken|down|aborted|overdue|no longer)\b/, 'bad'],
  [/^(?:waiting|paused|blocked|warning|review|partial|stale|unknown|merge conflict|running, but)\b/, 'alert'],
  [/^(?:active|in[- ]progress|working|running|busy)\b/, 'busy'],
  [/^(?:done|success|ok|completed|finished|granted)\b/, 'good'],
  [/^(?:pending|skipped|none|nothing|idle|closed|archived|superseded|-)(?:$|[ ,])/, 'weak'],
];

/** Shows a state in the style of its first words; a text that is no known state stays as it is. */
export function styledState(state: string): string {
  const [, style] = WORDS.find(([words]) => words.test(state)) ?? [];
  return style === undefined ? state : styled(style, state);
}

/** Shows the severity at the start of a message: `warning: …`. */
export const styledSeverity = (message: string): string =>
  message.replace(/^(error|warning|information)(?=:)/, (word) =>
    styled(word === 'error' ? 'bad' : word === 'warning' ? 'alert' : 'weak', word),
  );
