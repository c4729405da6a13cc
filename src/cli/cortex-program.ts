import { createDispatcher, type Program } from './dispatch.ts';

const timeline = async () => (await import('./commands/timeline.ts')).runTimeline;
const graph = async () => (await import('./commands/graph.ts')).runGraph;
const vault = async () => (await import('./commands/vault.ts')).runVault;
const team = async () => (await import('./commands/team.ts')).runTeam;
const groups = new Map<string, () => Promise<Program>>([
  ['swarm', async () => (await import('./commands/swarm.ts')).runSwarm],
  ['lock', async () => (await import('./commands/lock.ts')).runLock],
  ['timeline', timeline],
  ['reasoning', timeline],
  ['dna', graph],
  ['graph', graph],
  ['vault', vault],
  ['team', team],
]);

const conflicts = () => import('./commands/needs-you.ts');
const needs = async () => (await conflicts()).runNeeds;
const install = async () => (await import('./commands/install.ts')).runInstall;
const mcp = async () => (await import('./commands/mcp.ts')).runMcp;
/** Answers a hook, or falls back to the full program for any other command line. */
const guard = async (): Promise<Program> => async (args, output, interactive) => {
  const { runGuard } = await import('./commands/guard.ts');
  return (await runGuard(args, output)) ?? (await mcp())(args, output, interactive);
};
const project = async () => (await import('./commands/project.ts')).runProject;
const stacks = async () => (await import('./commands/cstack-reading.ts')).runReading;
const doctor = async () =>
  (await import('./commands/install.ts')).createDoctorProgram({ project, vault, stacks, team, install }, conflicts);
const vaultNotes = async () => (await import('./commands/vault-notes.ts')).runVaultNotes;
const vaultSearch = async () => (await import('./commands/vault-search.ts')).runVaultSearch;

/** Runs `cortex`. */
export const cortexProgram = createDispatcher({
  commands: new Map([
    ...groups,
    ['status', needs],
    ['import', async () => (await import('./commands/swarm.ts')).runSwarm],
    ['events', needs],
    ['task', needs],
    ['needs-you', needs],
    ['snooze', needs],
    ['settle', needs],
    ['merge-driver', needs],
    ['install', install],
    ['doctor', doctor],
    ['mcp', mcp],
    ['completion', install],
    ['complete', async () => (await import('./commands/complete.ts')).runCortexCompletion],
    ['guard', guard],
  ]),
  groups: new Set(groups.keys()),
  often: new Map([
    ['doctor agents', install],
    ['vault search', vaultSearch],
    ['vault summary', vaultSearch],
    ...['add', 'accept', 'archive', 'confirm', 'supersede', 'contradict'].map((name) => [`vault ${name}`, vaultNotes] as const),
  ]),
  others: project,
});
