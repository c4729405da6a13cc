import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fromRoot } from '../../scripts/lib/project.mjs';

/** The id of the heartbeat in the status bar. */
export const HEARTBEAT = 'cortex-mission-control.cortex-mission-control.heartbeat';

/** Begins the swarm of the plan in test/fixtures/swarm-workspace. */
export const CREATE = ['swarm', 'create', '--task', 'Build the shop', '--coordinator', 'queen', '--file', 'plan.yaml'];

/** Runs the program `cortex`, as it was built, in a folder, as an agent would. @throws Error when it ends with another code than 0 */
export async function cortex(folder: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [fromRoot('dist', 'bin', 'cortex.cjs'), ...args], { cwd: folder });
}
