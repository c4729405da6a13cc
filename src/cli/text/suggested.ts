import { inNamedFolder, withOptions } from '../../engine/platform/suggested.ts';
import { shellWord } from '../../engine/text/shell-word.ts';
import type { Asked } from './layout.ts';

/** What of that which was typed says where something is. */
const PLACES = ['vault', 'team', 'root'] as const;

/** The options that were typed to say where something is: each with a space in front of it. */
export function placesNamed(asked: Asked): string {
  const places = PLACES.map((name) => [name, asked[name]] as const);
  return places.map(([name, place]) => (typeof place === 'string' ? ` --${name} ${shellWord(place)}` : '')).join('');
}

/** A command as it is typed in the folder where the one was that suggests it: it names what that one named. */
export const suggestedHere = (command: string, asked: Asked): string => withOptions(command, placesNamed(asked));

/** What is to be done about a finding: its commands name the folder that was named. */
export const nextHere = (next: string | null, { root }: Asked): string | null =>
  next && inNamedFolder(next, typeof root === 'string' ? root : null);
