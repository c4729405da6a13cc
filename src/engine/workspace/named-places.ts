import path from 'node:path';
import * as z from 'zod';
import { CortexError } from '../platform/errors.ts';
import type { OpenProtocol, Protocol } from '../platform/protocol.ts';

const named = (description: string) => z.string().min(1, 'must not be empty; omit it, or name a folder').optional().describe(description);

/** Options of the commands over all protocols, as the commands of a team and of a vault have them. */
export const placeOptions = {
  team: named('the team directory (default: team_dir of ~/.cortex/config.yaml, else ~/cortex-team)'),
  vault: named('the folder of the vault (default: as for the vault commands)'),
};

/** Where a person said that the team and the vault are. */
export interface NamedPlaces {
  readonly team?: string | undefined;
  readonly vault?: string | undefined;
}

/** Returns the place that was named for a protocol; empty for none. @param directory base of a relative path */
export function placeOf({ name }: Pick<Protocol, 'name'>, { team, vault }: NamedPlaces, directory: string): string {
  const place = name === 'team' ? team : name === 'vault' ? vault : undefined;
  if (place === undefined) return '';
  return place.startsWith('~') ? place : path.resolve(directory, place);
}

/** @throws CortexError `not-found` if nothing is at the place that was named. What cannot be read there is one of its problems. */
export function requireNamed(opened: OpenProtocol, place: string): void {
  if (place === '' || opened.isThere || opened.problems().some(({ severity }) => severity === 'error')) return;
  throw new CortexError('not-found', 'the named directory does not exist', { file: opened.root, next: 'Correct the name.' });
}
