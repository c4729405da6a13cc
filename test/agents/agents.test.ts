import { expect, onTestFinished, test } from 'vitest';
import { VENDORS } from '../../src/engine/install/vendors.ts';
import { AGENTS, type Agent } from './agents.ts';
import type { Turn } from './dialect.ts';
import { ModelServer } from './model-server.ts';
import { Place } from './place.ts';
import { installedVersion } from './programs.ts';

/** What the scripted model does, step by step. */
function scriptFor(agent: Agent, place: Place): Readonly<Record<string, Turn>> {
  const [held, free] = ['src/held.ts', 'src/free.ts'].map((file) => `${place.root}/${file}`);
  if (held === undefined || free === undefined) throw new Error('there are two files');
  return {
    claim: agent.own('claim', {}),
    read: agent.read(held),
    edit: agent.edit(held, 'held', 'broken'),
    redirect: agent.shell('echo broken > src/held.ts'),
    sed: agent.shell('sed -i s/held/broken/ src/held.ts'),
    checkout: agent.shell('git checkout -- .'),
    stash: agent.shell('git stash'),
    script: agent.shell('sh fix.sh'),
    readFree: agent.read(free),
    free: agent.edit(free, 'free', 'done'),
    stop: { text: 'I stop.' },
    finish: agent.own('finish', { task: 'parser', result: 'done', summary: 'The parser is written' }),
    end: { text: 'All done.' },
  };
}

const REFUSED = 'Refused: another agent holds a lock on what this would change.';
const REFUSED_GIT = 'Refused: this git command changes the working tree';

/** Runs an agent in a project for which some agents are installed. */
async function takePart(agent: Agent, installed: readonly string[]) {
  const place = await Place.make();
  for (const vendor of installed) await place.run(['install', vendor, '--write']);
  const model = await ModelServer.start();
  onTestFinished(() => model.close());
  const script = scriptFor(agent, place);
  model.play(Object.values(script));
  const said = await agent.run(place, model);
  const after = (step: string) => model.newIn(Object.keys(script).indexOf(step) + 1);
  const [first = ''] = [model.newIn(0)];
  const { out: tasks } = await place.run('swarm status');
  const { out: changes } = await place.run('lock changes');
  const outcome = {
    joins: first.includes(`You are ${agent.vendor}-`) && after('claim').includes('Claimed.') && after('claim').includes('<data>'),
    reads: after('read').includes('held') && !after('read').includes('Refused'),
    editRefused: after('edit').includes(REFUSED),
    shellRefused: ['redirect', 'sed'].every((step) => after(step).includes(REFUSED)),
    gitRefused: after('checkout').includes(REFUSED) && after('stash').includes(REFUSED_GIT),
    caught:
      after('script').includes('Files that other agents hold changed while your command ran.') && changes.includes('src/held.ts changed'),
    files: [place.read('src/held.ts'), place.read('src/free.ts')],
    reminded: after('stop').includes('You have an unfinished task'),
    finishes: after('finish').includes('Recorded') && new RegExp(`parser +done +${agent.vendor}-`).test(tasks),
  };
  return { outcome, said };
}

const EXPECTED = {
  joins: true,
  reads: true,
  editRefused: true,
  shellRefused: true,
  gitRefused: true,
  caught: true,
  files: ['scripted\n', 'done\n'],
  reminded: true,
  finishes: true,
};

const isInstalled = ({ program }: Agent): boolean => installedVersion(program) !== null;

test.each(AGENTS.filter(isInstalled))('$vendor takes part', async (agent) => {
  const { outcome, said } = await takePart(agent, [agent.vendor]);
  expect(outcome, said).toEqual(EXPECTED);
});

test.each(AGENTS.filter(isInstalled))('$vendor takes part where the files of all agents are there', async (agent) => {
  const { outcome, said } = await takePart(agent, VENDORS);
  expect(outcome, said).toEqual(EXPECTED);
});

test.skip.each(AGENTS.filter((agent) => !isInstalled(agent)))('$vendor is not installed', () => undefined);
