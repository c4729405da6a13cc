import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCortexFile } from '../../src/engine/crtx/index.ts';
import type { SwarmManifest } from '../../src/engine/crtx/schema.ts';
import { editByHand, handEdits } from '../property/swarm-hand-edits.ts';
import { Invariants, shapeProblems } from '../property/swarm-invariants.ts';
import { creations, STRATEGIES, seldom } from '../property/swarm-scenarios.ts';
import { toRecord, wishes } from '../property/swarm-wishes.ts';
import { bundle } from '../support/bundle.ts';
import { FollowerClient } from './swarm-follower.ts';
import { type Command, Peer, type Said } from './swarm-peers.ts';

const RUNS = Number(process.env.RUNS ?? 20);
const PEERS = 3;

/**
 * Rounds of concurrent requests. Before a round, one process may reopen its store; during it, one may be killed, and one may edit the file.
 */
const rounds = fc.array(
  fc.record({
    wishes: fc.array(fc.record({ wish: wishes, peer: fc.nat(PEERS - 1) }), { minLength: 1, maxLength: 6 }),
    byHand: seldom(4, fc.array(handEdits, { minLength: 1, maxLength: 2 })),
    cold: seldom(4, fc.nat(PEERS - 1)),
    killed: seldom(12, fc.nat(PEERS - 1)),
  }),
  { minLength: 1, maxLength: 16, size: 'max' },
);
type Round = typeof rounds extends fc.Arbitrary<(infer One)[]> ? One : never;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-processes-'));
const peers: Peer[] = [];
const total = { runs: 0, rounds: 0, operations: 0, atOnce: 0, edits: 0, kills: 0, comparisons: 0 };
const invariants = new Invariants();

beforeAll(async () => {
  const program = await bundle(path.join(import.meta.dirname, 'workers/swarm-peer.ts'), folder);
  for (let n = 0; n < PEERS; n += 1) peers.push(new Peer(`process ${n}`, program));
  peers.push(new Peer('by hand', program));
});
afterAll(() => {
  for (const peer of peers) peer.end();
  fs.rmSync(folder, { recursive: true, force: true });
});

const stores = () => peers.slice(0, PEERS);
const all = (command: Command) => Promise.all(stores().map((peer) => peer.askSafely(command)));

/** One swarm in its own project, from its creation until all processes have closed it. */
class Run {
  readonly root: string;
  readonly file: string;
  readonly follower: FollowerClient;
  /** Answers to the processes, with record ids. */
  readonly answers: Said[] = [];
  readonly written: string[] = [];
  #number = 0;

  constructor() {
    total.runs += 1;
    this.root = path.join(folder, `project-${total.runs}`);
    this.file = path.join(this.root, '.cortex', 'swarm.crtx');
    fs.mkdirSync(path.dirname(this.file), { recursive: true });
    this.follower = new FollowerClient(this.root, invariants);
  }

  /** Starts with members, so that tasks can be assigned. */
  async begin(create: Parameters<typeof toRecord>[3]): Promise<void> {
    await all({ do: 'open', root: this.root });
    const [first] = stores();
    const joining = ['a', 'b', 'c'].map((agent) => ({ op: 'swarm.recruit' as const, agent, role: 'coder', expertise: [] }));
    for (const record of [create, ...joining]) this.#note(await first?.askSafely({ do: 'transact', record }));
    this.follower.read();
  }

  #note(said: Said | null | undefined): void {
    if (said?.id !== undefined) this.answers.push(said);
  }

  async perform({ wishes: wished, byHand, cold, killed }: Round, create: Parameters<typeof toRecord>[3]): Promise<void> {
    total.rounds += 1;
    if (cold !== null) await this.#reopen(peers[cold]);
    const { manifest } = this.follower;
    const records = wished.map(({ wish, peer }) => ({ peer: peers[peer], record: toRecord(wish, manifest, this.#next(), create) }));
    const asked = records.map(({ peer, record }) => peer?.ask({ do: 'transact', record }));
    if (byHand !== null) await this.#write(byHand);
    const killing = killed === null ? undefined : this.#kill(peers[killed]);
    for (const said of await Promise.all(asked)) this.#note(said);
    await killing;
    total.operations += records.length;
    if (records.length > 1) total.atOnce += 1;
    await this.compare();
  }

  #next(): number {
    this.#number += 1;
    return this.#number;
  }

  async #reopen(peer: Peer | undefined): Promise<void> {
    await peer?.askSafely({ do: 'close' });
    await peer?.askSafely({ do: 'open', root: this.root });
  }

  async #kill(peer: Peer | undefined): Promise<void> {
    total.kills += 1;
    await peer?.replace();
    await peer?.askSafely({ do: 'open', root: this.root });
  }

  /** Edits the file like a program that knows only the seed: reads it, changes something, adds a lock and writes it. */
  async #write(edits: Parameters<typeof editByHand>[1][]): Promise<void> {
    const text = fs.existsSync(this.file) ? fs.readFileSync(this.file, 'utf8') : '';
    const parsed = parseCortexFile(text, this.file, 'swarm');
    if (!parsed.ok) return;
    const { header, data } = parsed.value;
    for (const edit of edits) editByHand(data, edit, this.#next());
    const [acquiredAt, name] = [Date.now(), `foreign/${this.#next()}.ts`];
    data.locks.push({ path: name, agentId: 'by-hand', type: 'exclusive', acquiredAt, expiresAt: acquiredAt + 600_000, reason: 'by hand' });
    await peers[PEERS]?.askSafely({ do: 'write', file: this.file, text: JSON.stringify({ header, data }, null, 2) });
    this.written.push(name);
    total.edits += 1;
  }

  /** Expects, while all processes are idle, the same state from all of them, from the log's beginning and from the reference model. */
  async compare(): Promise<void> {
    // A process that looks may adopt an edit by hand. Then the others look again.
    let views = await all({ do: 'look' });
    for (let look = 0; this.follower.read() > 0 && look < 10; look += 1) views = await all({ do: 'look' });
    for (const view of views) expect({ swarm: view.swarm, locks: view.locks }).toEqual(this.follower.state);
    total.comparisons += views.length;
    for (const { id = '', answer } of this.answers.splice(0)) if (answer !== undefined) this.follower.agrees(id, answer);
    this.#accepted();
  }

  /** Returns the file, if it exists, after validation against the seed's types. */
  #accepted(): SwarmManifest | null {
    if (!fs.existsSync(this.file)) return null;
    const parsed = parseCortexFile(fs.readFileSync(this.file, 'utf8'), this.file, 'swarm');
    if (!parsed.ok) throw parsed.error;
    expect(shapeProblems(parsed.value.data)).toEqual([]);
    return parsed.value.data;
  }

  async end(): Promise<void> {
    await all({ do: 'close' });
    this.follower.read();
    // A change of the time alone does not cause a publication.
    const shown = this.#accepted();
    const wanted = this.follower.manifest;
    if (wanted !== null && shown !== null) wanted.budget.spent.durationMs = shown.budget.spent.durationMs;
    expect(shown, 'the file matches the log').toEqual(wanted);
    const taken = this.follower.foreignLocks;
    expect(
      this.written.filter((name) => !taken.has(name)),
      'edits by hand that were not adopted',
    ).toEqual([]);
    this.follower.close();
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}

test('three processes and one that edits the file by hand: every log matches the reference model', async () => {
  const scenario = fc.record({ create: creations(STRATEGIES), rounds });
  const property = fc.asyncProperty(scenario, async ({ create, rounds: all }) => {
    const run = new Run();
    await run.begin(create);
    for (const round of all) await run.perform(round, create);
    await run.end();
  });
  const begun = performance.now();
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  console.log(
    `${total.runs} swarms in ${PEERS + 1} processes, ${total.operations} operations in ${total.rounds} rounds (${total.atOnce} with several at once), ` +
      `${total.edits} edits by hand, ${total.kills} processes killed, in ${seconds} s: ` +
      `${total.comparisons} states compared, ${invariants.checks} checks of invariants`,
  );
});
