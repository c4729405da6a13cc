import { expect, test } from 'vitest';
import { applyChanges } from '../../../../src/engine/files/file-changes.ts';
import { joining, leaving } from '../../../../src/engine/team/onboarding/membership.ts';
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
/** One with two files of which one is there, and one with a file in folders that are not. */
const CASES: readonly (readonly [AgentRuntime, Readonly<Record<string, string>>])[] = [
  ['claude-code', { [`${FOLDER}/CLAUDE.md`]: '# Rules\n\nBe kind.\n' }],
  ['cursor', {}],
];

/** Looking at the disk leaves none behind that is different. */
const MODES = { before: false, reads: false, losses: 0 };

const runtimeOn = (fs: FaultFileSystem, seed: number) => simulatedRuntime(fs, { time: new SimulatedTime(), seed });

async function join(fs: FaultFileSystem, name: AgentRuntime, seed: number): Promise<void> {
  const runtime = runtimeOn(fs, seed);
  await applyChanges(runtime, FOLDER, joining(runtime, FOLDER, name, MEMBER));
}

async function leave(fs: FaultFileSystem, seed: number): Promise<void> {
  const runtime = runtimeOn(fs, seed);
  await applyChanges(runtime, FOLDER, leaving(runtime, FOLDER));
}

/**
 * What a process that dies leaves of what it was writing has a name that nobody reads. A folder that it has made is there already for the
 * next one, which does not take it for its own then.
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

/** Each file is as it was or as it is to be: nothing between, and no file that is neither's. */
function expectOneOf(fs: FaultFileSystem, ...states: readonly Readonly<Record<string, string>>[]): void {
  const files = filesIn(fs);
  const names = new Set([...Object.keys(files), ...states.flatMap((state) => Object.keys(state))]);
  for (const name of names) expect(states.map((state) => state[name])).toContain(files[name]);
}

test.each(CASES)(
  'whatever call a process dies at, joining with %s and leaving can be done again',
  async (name, files) => {
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
  },
  60_000,
);
