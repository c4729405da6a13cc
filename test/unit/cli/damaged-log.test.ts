import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ownProperty } from '../../../src/engine/text/foreign-data.ts';
import { CliProject } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

const PLAN = {
  decomposition: {
    id: 'root',
    description: 'G',
    children: [
      { id: 'one', description: 'first', estimatedTokens: 100 },
      { id: 'two', description: 'second', dependencies: ['one'] },
    ],
  },
  budget: { maxAgents: 9, maxTokens: 100_000, maxCostUsd: 100, maxDurationMs: 1e9 },
};
const NEWLINE = 0x0a;
let project: CliProject;
let original: string;
const folder = () => path.join(project.root, '.cortex');
let fences: unknown;
let whole: readonly string[] = [];

async function succeed(command: string): Promise<string> {
  const { code, out, err } = await project.run(command);
  expect([command, code, err]).toEqual([command, 0, expect.any(String)]);
  return out;
}

/** Makes a project with records of many kinds. */
async function begin(): Promise<void> {
  project = new CliProject();
  original = temporaryFolder();
  fs.writeFileSync(path.join(project.root, 'plan.json'), JSON.stringify(PLAN));
  await succeed('init');
  await succeed(`swarm create --task T --coordinator queen --strategy consensus --file ${project.root}/plan.json`);
  for (const agent of ['ann', 'bob']) await succeed(`swarm recruit ${agent} --role r`);
  await succeed('lock acquire a.ts --agent ann --ttl 10h');
  await succeed('lock acquire c.ts --agent ann --ttl 10h');
  await succeed('lock release c.ts --agent ann');
  const [proposal = ''] = /prp_\w+/.exec(await succeed('swarm propose one --agent ann --approach P')) ?? [];
  await succeed(`swarm vote ${proposal} --agent bob`);
  await succeed('swarm claim --agent ann');
  await succeed('swarm usage --agent ann --tokens 120 --cost 1.5');
  await succeed('swarm budget --tokens 90000 --by queen');
  await succeed('swarm complete one --agent ann');
  await succeed('lock acquire b/ --agent bob --ttl 10h');
  await succeed('timeline add --agent ann --type fix --action Fixed --reasoning R --outcome success');
  fences = await heldFences();
  fs.cpSync(folder(), original, { recursive: true, filter: (file) => !file.includes('answers-') });
  await use();
  whole = published();
}

async function heldFences(): Promise<unknown> {
  const { locks } = Object(await project.json('lock list'));
  return locks.map(({ path: at, fence }: { path: string; fence: number }) => [at, fence]).filter(([at]: [string]) => at !== 'z.ts');
}

/** Runs commands that read, and commands that write. Returns the fencing token of a new lock. */
async function use(): Promise<number> {
  await succeed('swarm status');
  const { locks } = Object(await project.json('lock acquire z.ts --agent zed --ttl 1h'));
  await succeed('timeline add --agent zed --type learning --action Later --reasoning R');
  return locks[0].fence;
}

/** What the published files show, without times and the result of a vote, in which a lost vote does not count. */
function published(): string[] {
  const data = (name: string) => JSON.parse(fs.readFileSync(path.join(folder(), name), 'utf8')).data;
  const { decomposition, agents, locks, budget, coordinator, task } = data('swarm.crtx');
  const shown = [...decomposition.children, ...agents].map(
    ({ startedAt: _started, completedAt: _completed, output: _output, ...rest }) => rest,
  );
  const held = locks.map((lock: object) => [ownProperty(lock, 'path'), ownProperty(lock, 'agentId'), ownProperty(lock, 'type')]);
  const spent = [budget.maxTokens, budget.spent.tokens, budget.spent.costUsd];
  const entries = data('timeline.crtx').map(({ action, agentId, outcome }: Record<string, string>) => [action, agentId, outcome]);
  return [...shown, ...held, spent, [coordinator, task], ...entries].map((each) => JSON.stringify(each));
}

/** @param damage returns the damaged bytes of a log */
async function expectNothingLost(name: string, what: string, damage: (bytes: Buffer) => Buffer): Promise<void> {
  fs.rmSync(folder(), { recursive: true });
  fs.cpSync(original, folder(), { recursive: true });
  const file = path.join(folder(), '.local', name, '000001.jsonl');
  fs.writeFileSync(file, damage(fs.readFileSync(file)));
  const fence = await use();
  const now = new Set(published());
  expect([what, whole.filter((each) => !now.has(each))]).toEqual([what, []]);
  const before = Object(fences).map(([, each]: [string, number]) => each);
  expect(fence, what).toBeGreaterThan(Math.max(...before));
  expect([what, await heldFences()]).toEqual([what, fences]);
}

test.each(['swarm', 'timeline'])('no wrong bit in the log of the %s takes anything from the published files', async (name) => {
  await begin();
  const all = fs.readFileSync(path.join(original, '.local', name, '000001.jsonl'));
  for (let at = 3; at < all.length; at += Math.ceil(all.length / 15))
    await expectNothingLost(name, `bit of byte ${at}`, (bytes) => Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ (1 << (at % 8)))));
});

test.each(['swarm', 'timeline'])('no lost line in the log of the %s takes anything from the published files', async (name) => {
  await begin();
  const all = fs.readFileSync(path.join(original, '.local', name, '000001.jsonl'));
  const starts = [...all.entries()].filter(([, byte]) => byte === NEWLINE).map(([at]) => at);
  for (const [n, start] of starts.entries()) {
    const end = starts[n + 1] ?? all.length;
    const middle = Math.floor((start + end) / 2);
    const zeros = (bytes: Buffer) => bytes.fill(0, start + 1, end);
    const cut = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, middle), bytes.subarray(end)]);
    await expectNothingLost(name, `line ${n + 2} ${n % 2 === 0 ? 'cut' : 'zeros'}`, n % 2 === 0 ? cut : zeros);
  }
});
