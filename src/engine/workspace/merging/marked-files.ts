import path from 'node:path';
import { statOf } from '../../files/file-content.ts';
import { isInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { OperationContext } from '../../platform/operation.ts';
import type { OpenProtocol, Protocol } from '../../platform/protocol.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type NamedPlaces, placeOf, requireNamed } from '../named-places.ts';
import { PROTOCOLS } from '../protocols.ts';
import type { OtherConflict } from './other-conflicts.ts';

/** A file with conflict markers, and the whole text about it. */
export interface MarkedFile extends OtherConflict {
  readonly problem: string;
}

/** What is around the current folder besides its project. */
export interface FoundProtocol {
  readonly protocol: OtherConflict['protocol'];
  /** Absolute. */
  readonly root: string;
  /** Whether the person named its place, in an option or in the environment. */
  readonly isNamed: boolean;
  readonly marked: readonly MarkedFile[];
}

const IS_CONFLICT = /merge conflict/;

/** Returns a path as git names it: links in it are resolved, but the file itself may be one. */
const realPlace = (fs: FileSystem, file: string): string => path.join(fs.realpathSync(path.dirname(file)), path.basename(file));

async function markedIn({ fs, clock }: Runtime, opened: OpenProtocol, protocol: OtherConflict['protocol']): Promise<MarkedFile[]> {
  const needs = await opened.needs(clock.now());
  return needs.flatMap(({ kind, why, place }) => {
    if (kind !== 'broken' || place === null || !IS_CONFLICT.test(why)) return [];
    return { file: realPlace(fs, place.file), protocol, problem: `${place.file}:${place.line}: ${why}` };
  });
}

/** @returns `null` where there is none, or it cannot be read: that must not stop the others */
async function unlessUnreadable<T>(isNamed: boolean, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CortexError && !(isNamed && error.code === 'not-found')) return null;
    throw error;
  }
}

function nameOf({ name }: Protocol): OtherConflict['protocol'] | null {
  return name === 'stack' || name === 'team' || name === 'vault' ? name : null;
}

async function findProtocol(context: OperationContext, protocol: Protocol, named: string): Promise<FoundProtocol | null> {
  const { runtime, directory: folder, environment = {} } = context;
  const home = environment.HOME || environment.USERPROFILE || folder;
  const name = nameOf(protocol);
  const { find } = await protocol.load();
  const opened = await find(runtime, { folder, home, named, environment, isTrusted: true })?.open({ watch: null });
  if (opened === undefined || name === null) return null;
  try {
    requireNamed(opened, named);
    if (statOf(runtime.fs, opened.root) === null) return null;
    const isNamed = named !== '' || (environment[protocol.markers.variable ?? ''] ?? '') !== '';
    return { protocol: name, root: runtime.fs.realpathSync(opened.root), isNamed, marked: await markedIn(runtime, opened, name) };
  } finally {
    await opened.close();
  }
}

/**
 * Returns the stacks, the team and the vault around the current folder, with their files that have conflict markers.
 * @throws CortexError `not-found` if a named directory does not exist
 */
export async function findProtocols(context: OperationContext, places: NamedPlaces): Promise<FoundProtocol[]> {
  const found: FoundProtocol[] = [];
  for (const protocol of PROTOCOLS.filter((each) => nameOf(each) !== null)) {
    const named = placeOf(protocol, places, context.directory);
    const each = await unlessUnreadable(named !== '', () => findProtocol(context, protocol, named));
    if (each !== null) found.push(each);
  }
  return found;
}

/** Returns the named folders that a working tree does not contain. */
export const namedElsewhere = (found: readonly FoundProtocol[], tree: string): string[] =>
  found.flatMap(({ root, isNamed }) => (isNamed && !isInside(tree, root) ? [root] : []));
