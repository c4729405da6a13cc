import type { Output } from './print.ts';

type Program = (args: readonly string[], output: Output, interactive: boolean) => Promise<number>;

/** The groups of commands. The build makes each a file of its own, so that a command costs what it needs and nothing else. */
const GROUPS: ReadonlyMap<string, () => Promise<Program>> = new Map([
  ['swarm', async () => (await import('./commands/swarm.ts')).runSwarm],
  ['lock', async () => (await import('./commands/lock.ts')).runLock],
  ['timeline', async () => (await import('./commands/timeline.ts')).runTimeline],
  ['reasoning', async () => (await import('./commands/reasoning.ts')).runReasoning],
  ['dna', async () => (await import('./commands/dna.ts')).runDna],
  ['vault', async () => (await import('./commands/vault.ts')).runVault],
]);

const vaultSearch = async () => (await import('./commands/vault-search.ts')).runVaultSearch;

/** Commands that are asked for so often that they do without the rest of their group, by their words. */
const OFTEN: ReadonlyMap<string, () => Promise<Program>> = new Map([
  ['vault search', vaultSearch],
  ['vault summary', vaultSearch],
  ['vault pack', vaultSearch],
]);

/** The commands without a group, and whatever is said about the program as a whole: its help, its version, wrong usage. */
const loadOthers = async (): Promise<Program> => (await import('./commands/project.ts')).runProject;

/** People also type `help` and `version` as words: `cortex help lock acquire`, `cortex lock help`, `cortex version`. */
function withoutWords(args: readonly string[]): readonly string[] {
  const [first = '', second, ...rest] = args;
  if (first === 'version') return ['--version', ...args.slice(1)];
  if (first === 'help') return [...args.slice(1), '--help'];
  return GROUPS.has(first) && second === 'help' ? [first, ...rest, '--help'] : args;
}

/**
 * Runs `cortex`.
 * @param typed what follows the program's name
 * @param interactive a person is at the other end
 * @returns the exit code: 0 yes, 1 no or failed, 2 wrong usage
 */
export async function cortexProgram(typed: readonly string[], output: Output, interactive: boolean): Promise<number> {
  const args = withoutWords(typed);
  // `--` says that no options follow.
  const [group = '', command = ''] = args[0] === '--' ? args.slice(1) : args;
  const run = await (OFTEN.get(`${group} ${command}`) ?? GROUPS.get(group) ?? loadOthers)();
  return run(args, output, interactive);
}
