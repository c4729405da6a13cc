import { expect, test } from 'vitest';
import { applyChanges } from '../../../../src/engine/files/file-changes.ts';
import { planJoin, planLeave } from '../../../../src/engine/team/onboarding/membership.ts';
import type { AgentRuntime } from '../../../../src/engine/team/onboarding/runtime-names.ts';
import { exploreCrashes } from '../../../support/crash-explorer.ts';
import { readTree, writeText } from '../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';

const FOLDER = '/work';
const MEMBER = {
  agent: { slug: 'billing-dev', path: 'agents/billing-dev.md', name: 'Billing Dev' },
  config: { directory: '/team', heartbeatMinutes: 15 },
  elsewhere: false,
};
/** A runtime with two files, one of which exists, and a runtime whose file is in folders that do not exist. */
const CASES: readonly (readonly [AgentRuntime, Readonly<Record<string, string>>])[] = [
  ['claude-code', { [`${FOLDER}/CLAUDE.md`]: '# Rules\n\nBe kind.\n' }],
  ['cursor', {}],
];

/** Crashes before a call and at reads are skipped: they leave no other state on disk. */
const MODES = { before: false, reads: false, losses: 0 };

const runtimeOn = (fs: FaultFileSystem, seed: number) => simulatedRuntime(fs, { time: new SimulatedTime(), seed });

async function join(fs: FaultFileSystem, name: AgentRuntime, seed: number): Promise<void> {
  const runtime = runtimeOn(fs, seed);
  await applyChanges(runtime, FOLDER, planJoin(runtime, FOLDER, name, MEMBER));
}

async function leave(fs: FaultFileSystem, seed: number): Promise<void> {
  const runtime = runtimeOn(fs, seed);
  await applyChanges(runtime, FOLDER, planLeave(runtime, FOLDER));
}

/**
 * Returns the files without temporary files of a crashed process, which are never read. The markers of created folders are removed too:
 * after a crash the folder already exists, so the next process does not mark it as its own.
 */
function filesIn(fs: FaultFileSystem): Record<string, string> {
  const files = Object.entries(readTree(fs, FOLDER)).filter(([file]) => !/\/\.tmp-[^/]+$/.test(file));
  return Object.fromEntries(files.map(([file, text]) => [file, text.replace(/<!-- cortex:team folder .* -->\n/, '')]));
}

function setup(files: Readonly<Record<string, string>>): (fs: FaultFileSystem) => void {
  return (fs) => {
    fs.mkdirSync(FOLDER, { recursive: true });
    for (const [file, text] of Object.entries(files)) writeText(fs, file, text);
    fs.syncAll();
  };
}

/** Expects that each file has its content of one of the states, and that there are no other files. */
function expectOneOf(fs: FaultFileSystem, ...states: readonly Readonly<Record<string, string>>[]): void {
  const files = filesIn(fs);
  const names = new Set([...Object.keys(files), ...states.flatMap((state) => Object.keys(state))]);
  for (const name of names) expect(states.map((state) => state[name])).toContain(files[name]);
}

test.each(CASES)('joining with %s and leaving can be repeated after a crash at any file system call', async (name, files) => {
  let joined: Record<string, string> = {};
  const verify = async (fs: FaultFileSystem) => {
    expectOneOf(fs, files, joined);
    const other = fs.processView();
    await join(other, name, 7);
    expect(filesIn(other)).toEqual(joined);
    await leave(other, 8);
    expect(filesIn(other)).toEqual(files);
  };
  const joinedNow = async (fs: FaultFileSystem) => {
    setup(files)(fs);
    await join(fs, name, 1);
    joined = filesIn(fs);
    fs.syncAll();
  };
  const leaving = await exploreCrashes<void>({
    setup: joinedNow,
    scenario: (fs) => leave(fs, 2),
    verify: ({ fs }) => verify(fs),
    modes: MODES,
  });
  const joins = await exploreCrashes<void>({
    setup: setup(files),
    scenario: (fs) => join(fs, name, 1),
    verify: ({ fs }) => verify(fs),
    modes: MODES,
  });
  expect(Object.keys(joined).length).toBeGreaterThan(Object.keys(files).length);
  expect(leaving.runs).toBeGreaterThan(1);
  expect(joins.runs).toBeGreaterThan(5);
});
