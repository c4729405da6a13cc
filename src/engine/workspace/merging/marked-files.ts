import { isInside } from '../../files/safe-path.ts';
import type { Need } from '../../platform/need.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { PROTOCOLS } from '../protocols.ts';

/** A file with conflict markers, and the whole text about it. */
interface MarkedFile {
  /** Absolute. */
  readonly file: string;
  readonly problem: string;
}

const IS_CONFLICT = /merge conflict/;

/** Returns the items of stacks, a team and a vault around the current folder. */
async function needsAround({ runtime, directory, environment = {} }: OperationContext): Promise<readonly Need[]> {
  const home = environment.HOME || environment.USERPROFILE || directory;
  const found: Need[] = [];
  for (const protocol of PROTOCOLS.filter(({ name }) => name !== 'cortex')) {
    const { find } = await protocol.load();
    const opened = await find(runtime, { folder: directory, home, named: '', environment, isTrusted: true })?.open({ watch: null });
    found.push(...((await opened?.needs(runtime.clock.now())) ?? []));
    await opened?.close();
  }
  return found;
}

/** Returns the files of stacks, a team and a vault in a folder that have conflict markers which git does not know of. */
export async function listMarkedFiles(context: OperationContext, tree: string): Promise<MarkedFile[]> {
  const needs = await needsAround(context);
  return needs.flatMap(({ kind, why, place }) => {
    if (kind !== 'broken' || place === null || !isInside(tree, place.file) || !IS_CONFLICT.test(why)) return [];
    return { file: place.file, problem: `${place.file}:${place.line}: ${why}` };
  });
}
