import path from 'node:path';
import { applyInTurn, diffsOf, type FileChange } from '../../files/file-changes.ts';
import { CortexError, fileError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { joined, joining, leaving } from '../onboarding/membership.ts';
import type { JoinInput, JoinOutput, LeaveInput } from '../schemas/agents.ts';
import { configOf, inTeam } from './in-team.ts';

/** Advice if another agent has joined in the same working directory. */
const ONE_EACH =
  'a working directory can have only one agent. Use a separate one, such as a git worktree, or run "cortex team leave" there first.';

/** Returns the real path of a working directory. @throws CortexError `not-found`, `invalid-input` */
function workingDirectory({ runtime: { fs }, directory }: OperationContext, typed: string): string {
  const folder = path.resolve(directory, typed);
  try {
    const real = fs.realpathSync(folder);
    if (fs.statSync(real, { bigint: true }).isDirectory()) return real;
  } catch (error) {
    throw fileError(error, folder, 'find the working directory', 'read');
  }
  throw new CortexError('invalid-input', 'not a folder', { file: folder, next: 'Pass the working directory of the agent.' });
}

/** @param command command that writes the changes, for errors; `null` for a dry run */
async function joinOutcome(
  { runtime }: OperationContext,
  folder: string,
  changes: readonly FileChange[],
  command: readonly string[] | null,
): Promise<Outcome<JoinOutput>> {
  if (command !== null) await applyInTurn(runtime, folder, changes, command);
  return { ok: true, output: { written: command !== null, files: diffsOf(changes) } };
}

/** Adds the team protocol to an agent's instructions (seed 5, "Implementing Cortex"). */
export const join = inTeam(async ({ work, config, context }, { directory, agent, runtime, write }: JoinInput) => {
  const folder = workingDirectory(context, directory);
  const elsewhere = configOf(context, undefined).directory !== config.directory;
  const changes = joining(context.runtime, folder, runtime, { agent: work.requireAgent(agent), config, elsewhere });
  const others = [...joined(context.runtime, folder)].filter(([, slug]) => slug !== agent);
  const warnings = others.map(([file, slug]) => `${file} has the instructions of ${slug}: ${ONE_EACH}`);
  const command = ['cortex', 'team', 'join', folder, '--agent', agent, '--runtime', runtime, '--write'];
  return { ...(await joinOutcome(context, folder, changes, write ? command : null)), warnings };
});

/** Removes the team protocol from an agent's instructions. Does not need the team, which may no longer exist. */
export async function leave(context: OperationContext, { directory, write }: LeaveInput): Promise<Outcome<JoinOutput>> {
  const folder = workingDirectory(context, directory);
  const command = write ? ['cortex', 'team', 'leave', folder, '--write'] : null;
  return joinOutcome(context, folder, leaving(context.runtime, folder), command);
}
