import { inNamedPlaces, withOptions } from '../../engine/platform/suggested.ts';
import type { SummaryStyle } from '../../engine/platform/summary.ts';
import { shellWord } from '../../engine/text/shell-word.ts';
import { escapeText, seconds, type TypedInput } from './layout.ts';

/** Options that say where to look. */
const PLACES = ['vault', 'team', 'root'] as const;

/** Returns the typed options that say where to look, each with a leading space. */
export function locationOptions(asked: TypedInput): string {
  const places = PLACES.map((name) => [name, asked[name]] as const);
  return places.map(([name, place]) => (typeof place === 'string' ? ` --${name} ${shellWord(place)}` : '')).join('');
}

/** Returns a command with these options, so that it can be pasted in the same folder. */
export const commandWithLocation = (command: string, asked: TypedInput): string => withOptions(command, locationOptions(asked));

/** Returns a command with those of these options that it takes. */
export const commandInPlaces = (command: string, asked: TypedInput): string => inNamedPlaces(`: ${command}`, asked).slice(2);

/** Returns the next step for a finding, with these options in its commands. */
export const nextStepWithLocation = (next: string | null, asked: TypedInput): string | null => next && inNamedPlaces(next, asked);

/** Returns how a summary is written in a terminal. Suggested commands run in the same folder. */
export const terminalStyle = (asked: TypedInput): SummaryStyle => ({
  name: escapeText,
  text: escapeText,
  time: seconds,
  next: (command, sentence) => sentence(commandWithLocation(command, asked)),
});
