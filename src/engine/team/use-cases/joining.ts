import path from 'node:path';
import { applyInTurn, type FileChange, toDiffs } from '../../files/file-changes.ts';
import { CortexError, fileError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { findJoinedAgents, planJoin, planLeave } from '../onboarding/membership.ts';
import type { JoinInput, JoinOutput, LeaveInput } from '../schemas/agents.ts';
import { readConfig, teamOperation } from './in-team.ts';

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
  return { ok: true, output: { written: command !== null, files: toDiffs(changes) } };
}

/** Adds the team protocol to an agent's instructions (seed 5, "Implementing Cortex"). */
export const join = teamOperation(async ({ work, config, context }, { directory, agent, runtime, write }: JoinInput) => {
  const folder = workingDirectory(context, directory);
  const elsewhere = readConfig(context, undefined).directory !== config.directory;
  const changes = planJoin(context.runtime, folder, runtime, { agent: work.requireAgent(agent), config, elsewhere });
  const others = [...findJoinedAgents(context.runtime, folder)].filter(([, slug]) => slug !== agent);
  const warnings = others.map(([file, slug]) => `${file} has the instructions of ${slug}: ${ONE_EACH}`);
  const command = ['cortex', 'team', 'join', folder, '--agent', agent, '--runtime', runtime, '--write'];
  return { ...(await joinOutcome(context, folder, changes, write ? command : null)), warnings };
});

/** Removes the team protocol from an agent's instructions. Does not need the team, which may no longer exist. */
export async function leave(context: OperationContext, { directory, write }: LeaveInput): Promise<Outcome<JoinOutput>> {
  const folder = workingDirectory(context, directory);
  const command = write ? ['cortex', 'team', 'leave', folder, '--write'] : null;
  return joinOutcome(context, folder, planLeave(context.runtime, folder), command);
}
