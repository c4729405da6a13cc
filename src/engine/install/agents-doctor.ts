import { findProject } from '../crtx/root.ts';
import { CortexError, describeError } from '../platform/errors.ts';
import type { OperationContext, Outcome } from '../platform/operation.ts';
import type { Runtime } from '../platform/runtime.ts';
import { listRecordedSessions, type RecordedSession } from '../swarm/index.ts';
import { planCommitHook } from './commit-hook.ts';
import { GIT, GIT_PARTS, planGitSettings } from './git-settings.ts';
import type { AgentsOutput } from './install-schemas.ts';
import type { Part } from './part.ts';
import { planInstall } from './plan-install.ts';
import { programOnPath } from './program-on-path.ts';
import { INSTALLATIONS, VENDORS, type Vendor } from './vendors.ts';

type Checked = AgentsOutput['agents'][number];

/** State of an installation: incomplete files, and whether any part that only this agent uses is present. */
interface Presence {
  readonly lacking: readonly string[];
  readonly isBegun: boolean;
}

function partsPresent(runtime: Runtime, tree: string, parts: readonly Part[]): Presence {
  const wanted = parts.filter((part) => part.kind !== 'value' || part.isFrame !== true);
  const lacking = wanted.filter((part) => planInstall(runtime, tree, [part]).length > 0);
  // Sections do not count: several agents read the same instructions.
  const isBegun = wanted.some((part) => part.kind !== 'section' && !lacking.includes(part));
  return { lacking: lacking.map(({ file }) => file), isBegun };
}

/** Without a repository there is nothing to connect, which is not a problem. */
async function checkGit(runtime: Runtime, tree: string): Promise<Checked> {
  try {
    return checked(GIT, await gitPresent(runtime, tree), null, []);
  } catch (error) {
    if (!(error instanceof CortexError) || error.code !== 'not-found') throw error;
    return { agent: GIT, setUp: 'no', problems: [], session: null, next: 'git init' };
  }
}

async function gitPresent(runtime: Runtime, tree: string): Promise<Presence> {
  const { lacking, isBegun } = partsPresent(runtime, tree, GIT_PARTS);
  const changes = [await planGitSettings(tree), await planCommitHook(runtime, tree)];
  const others = changes.flatMap(({ files, steps }) => [...files.map((each) => each.path), ...steps]);
  return { lacking: [...lacking, ...others], isBegun: isBegun || changes.some(({ files }) => files.length === 0) };
}

function setUpOf({ lacking, isBegun }: Presence): Checked['setUp'] {
  if (lacking.length === 0) return 'yes';
  return isBegun ? 'partly' : 'no';
}

/** @param steps further steps for a person, as sentences */
function checked(
  agent: Checked['agent'],
  { lacking, isBegun }: Presence,
  session: RecordedSession | null,
  steps: readonly string[],
): Checked {
  const setUp = setUpOf({ lacking, isBegun });
  const problems = setUp === 'partly' ? [...new Set(lacking)] : [];
  const report = { agent, setUp, problems, session: session && shown(session) } as const;
  if (setUp !== 'yes') return { ...report, next: `cortex install ${agent} --write` };
  return { ...report, next: session === null && steps.length > 0 ? steps.join(' ') : null };
}

const shown = ({ session, startedAt, mayRun }: RecordedSession) => {
  return { agent: session.agent, startedAt: new Date(startedAt).toISOString(), mayRun };
};

/** Reports `unknown` for a configuration that cannot be read, which is not the same as a missing one. */
async function orUnknown(agent: Checked['agent'], session: RecordedSession | null, work: () => Promise<Checked>): Promise<Checked> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { agent, setUp: 'unknown', problems: [describeError(error)], session: session && shown(session), next: null };
  }
}

/**
 * Checks whether coding agents and git are connected to a project, and when their hooks last fired. Starts no program.
 * @returns `ok: false` when something that was set up cannot work
 * @throws CortexError `not-found` outside a project
 */
export async function checkAgents(context: OperationContext): Promise<Outcome<AgentsOutput>> {
  const { runtime, directory, exactDirectory, environment = {} } = context;
  const { root, tree } = findProject(runtime.fs, directory, exactDirectory);
  const sessions = listRecordedSessions(runtime, root);
  const lastOf = (vendor: Vendor) => sessions.find(({ session }) => session.vendor === vendor) ?? null;
  const ofVendor = (vendor: Vendor) => {
    const { parts, steps } = INSTALLATIONS[vendor]();
    const session = lastOf(vendor);
    return orUnknown(vendor, session, async () => checked(vendor, partsPresent(runtime, tree, parts), session, steps));
  };
  const agents = [...(await Promise.all(VENDORS.map(ofVendor))), await orUnknown(GIT, null, () => checkGit(runtime, tree))];
  const program = programOnPath(runtime, environment);
  const isUsed = agents.some(({ setUp }) => setUp !== 'no');
  const isBroken = agents.some(({ setUp }) => setUp === 'partly' || setUp === 'unknown') || (program === null && isUsed);
  return { ok: !isBroken, output: { program, agents } };
}
