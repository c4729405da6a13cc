import path from 'node:path';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { initStack } from '../init.ts';
import type { InitInput, InitOutput } from '../schemas/messages.ts';
import { Stacks } from '../stacks.ts';

/** Creates a stack (seed 4, "Initialize Stack"), and returns its owner. */
export async function initialiseStack(
  { runtime, directory, exactDirectory }: OperationContext,
  input: InitInput,
): Promise<Outcome<InitOutput>> {
  const folder = path.resolve(directory, input.path ?? '.');
  const isNamed = exactDirectory && folder === path.resolve(directory);
  const made = await initStack(runtime, folder, { stealth: input.stealth, isNamed });
  const { ownName, agentsText, agentsFile } = Stacks.open(runtime, folder, { exact: true, namedFolder: isNamed ? folder : null });
  const owner = { agent: ownName, agentsFile: agentsText === null ? null : agentsFile };
  return { ok: true, output: { folder, directory: made.directory, made: [...made.made], kept: [...made.kept], ...owner } };
}
