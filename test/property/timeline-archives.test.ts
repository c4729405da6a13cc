import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderCortexFile } from '../../src/engine/crtx/render.ts';
import type { TimelineEntry } from '../../src/engine/crtx/schema.ts';
import { readAll, writeAll } from '../../src/engine/platform/descriptor.ts';
import { OPEN } from '../../src/engine/platform/file-system.ts';
import { matcher, type TimelineQuery } from '../../src/engine/timeline/query.ts';
import type { TimelineSelection } from '../../src/engine/timeline/selection.ts';
import { TimelineStore } from '../../src/engine/timeline/store.ts';
import { FaultFileSystem } from '../support/fault-fs.ts';
import { ROOT, SimulatedTime, simulatedRuntime } from '../support/simulation.ts';

/** A few entries are enough for a new archive. */
const LIMITS = { rollBytes: 1_400, keepBytes: 500, archiveBytes: 700 };
const FILE = `${ROOT}/.cortex/timeline.crtx`;
const FOLDER = `${ROOT}/.cortex/archive`;

/** Reference model of a timeline: a list. */
class Model {
  readonly #entries = new Map<string, TimelineEntry>();
  /** Entries archived before their parent, in a lost log: only they name their parent. */
  readonly #unbound = new Set<string>();

  loseLog(archived: readonly string[]): void {
    for (const id of archived) {
      const { parent } = this.#entries.get(id) ?? {};
      if (parent !== undefined && !this.#entries.has(parent)) this.#unbound.add(id);
    }
  }

  tell(entry: TimelineEntry): void {
    if (!this.#entries.has(entry.id)) this.#entries.set(entry.id, entry);
  }

  end(id: string, outcome: string, outcomeDetail?: string): void {
    const before = this.#entries.get(id);
    if (before === undefined) return;
    const { outcomeDetail: _, ...entry } = before;
    this.#entries.set(id, { ...entry, outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) });
  }

  setTime(id: string, timestamp: number): void {
    const before = this.#entries.get(id);
    if (before !== undefined) this.#entries.set(id, { ...before, timestamp });
  }

  get ids(): string[] {
    return [...this.#entries.keys()];
  }

  get(id: string): TimelineEntry | undefined {
    const entry = this.#entries.get(id);
    const followers = [...this.#entries.values()].filter((each) => each.parent === id && each.id !== id && !this.#unbound.has(each.id));
    const children = followers.map((child) => child.id).sort();
    return entry && (children.length === 0 ? entry : { ...entry, children });
  }

  query(query: TimelineQuery): TimelineEntry[] {
    const wanted = matcher(query);
    const all = this.ids.map((id) => this.get(id)).filter((entry) => entry !== undefined);
    return all.filter(wanted).sort((a, b) => b.timestamp - a.timestamp);
  }
}

const word = fc.constantFrom('cache', 'Straße', 'İndex', 'KELVIN \u212a', 'say "no"', 'back\\slash', 'a/b', 'plain');
const file = fc.constantFrom('src/a.ts', 'src/db/b.ts', 'docs/c.md');
const task = fc.constantFrom('T1', 'T2');
const outcome = fc.constantFrom('success', 'failure', 'abandoned');

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('tell' as const),
      action: word,
      files: fc.uniqueArray(file, { maxLength: 2 }),
      task: fc.option(task, { nil: undefined }),
      type: fc.constantFrom('fix', 'decision'),
      agent: fc.constantFrom('ada', 'bob'),
      parent: fc.option(fc.nat(40), { nil: undefined }),
      /** How much older than now the entry is. */
      age: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(30)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('end' as const), nth: fc.nat(60), outcome, detail: fc.option(word, { nil: undefined }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), nth: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('foreign' as const), outcome, nth: fc.nat(10), adds: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('by hand' as const), outcome, nth: fc.nat(10) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('copy' as const),
      nth: fc.nat(60),
      shift: fc.integer({ min: -40, max: 40 }),
      sorted: fc.constantFrom(...(['first', 'last', 'by time'] as const)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clone' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

const query: fc.Arbitrary<TimelineQuery> = fc.record(
  {
    type: fc.constantFrom('fix', 'decision'),
    agent: fc.constantFrom('ada', 'bob'),
    file: fc.oneof(file, fc.constantFrom('src/', 'src/db/', 'docs')),
    task,
    outcome: fc.oneof(outcome, fc.constant('pending')),
    since: fc.integer({ min: 900, max: 1_060 }),
    until: fc.integer({ min: 900, max: 1_060 }),
    text: fc.oneof(
      word.map((text) => text.toUpperCase()),
      fc.tuple(word, word).map((words) => words.join(' ')),
      fc.constantFrom('k', 'i', 'no"', 'h\\s', 'no" k', 'h\\s  i'),
    ),
    ref: fc.constantFrom('r1', 'r2'),
  },
  { requiredKeys: [] },
);

/** One project on a simulated disk, beside the model. */
class Run {
  readonly #fs = new FaultFileSystem();
  readonly #time = new SimulatedTime();
  readonly #model = new Model();
  #store: TimelineStore | null = null;
  readonly #selections = new Map<TimelineQuery, TimelineSelection>();
  #processes = 0;
  #count = 0;

  constructor() {
    this.#fs.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
  }

  async #open(): Promise<TimelineStore> {
    this.#processes += 1;
    const runtime = simulatedRuntime(this.#fs.processView(), { time: this.#time, seed: this.#processes });
    this.#store ??= await TimelineStore.open(runtime, ROOT, LIMITS);
    return this.#store;
  }

  async close(): Promise<void> {
    for (const selection of this.#selections.values()) selection.close();
    this.#selections.clear();
    await this.#store?.close();
    this.#store = null;
  }

  async take(each: Step): Promise<void> {
    this.#time.advance(this.#fs, 20);
    if (each.kind === 'tell') await this.#tell(each);
    if (each.kind === 'end') await this.#end(each);
    if (each.kind === 'again') await this.#again(each);
    if (each.kind === 'foreign') await this.#foreign(each);
    if (each.kind === 'by hand') await this.#byHand(each);
    if (each.kind === 'copy') await this.#copy(each);
    if (each.kind === 'reopen') await this.close();
    if (each.kind === 'clone') await this.#clone();
  }

  async #tell({ action, files, task: of, type, agent, parent, age }: StepOf<'tell'>): Promise<void> {
    const n = this.#count++;
    const entry: TimelineEntry = {
      id: `e${n}`,
      timestamp: 1_000 + n - age,
      agentId: agent,
      type,
      action: `${action} ${n}`,
      reasoning: 'Because of it, at some length, so that few of them fill an archive',
      confidence: 1,
      context: { files, state: {}, ...(of !== undefined && { task: of }) },
      refs: [`r${n % 3}`],
      outcome: 'pending',
      ...(parent !== undefined && parent !== n && { parent: `e${parent}` }),
    };
    await (await this.#open()).recordAll([entry]);
    this.#model.tell(entry);
  }

  async #end({ nth, outcome: ended, detail }: StepOf<'end'>): Promise<void> {
    const id = this.#model.ids[nth];
    if (id === undefined) return;
    const words = ended === 'success' || ended === 'failure' ? ended : 'abandoned';
    expect(await (await this.#open()).resolve(id, words, detail)).toMatchObject({ id, outcome: ended });
    this.#model.end(id, ended, detail);
  }

  /** Records an entry again, like a process that is not sure whether it arrived. */
  async #again({ nth }: StepOf<'again'>): Promise<void> {
    const entry = this.#model.get(this.#model.ids[nth] ?? '');
    if (entry === undefined) return;
    const { children: _, ...own } = entry;
    await (await this.#open()).recordAll([{ ...own, outcome: 'pending' }]);
  }

  #read(path: string): { header: { checksum: string }; data: TimelineEntry[] } {
    const fd = this.#fs.openSync(path, OPEN.read);
    const text = readAll(this.#fs, fd, this.#fs.fstatSync(fd, { bigint: true })).toString();
    this.#fs.closeSync(fd);
    return JSON.parse(text);
  }

  #write(path: string, text: string): void {
    const fd = this.#fs.openSync(`${path}.new`, OPEN.createNew, 0o666);
    writeAll(this.#fs, fd, Buffer.from(text));
    this.#fs.closeSync(fd);
    this.#fs.renameSync(`${path}.new`, path);
    this.#time.advance(this.#fs, 20);
  }

  /** A program that knows only the seed edits timeline.crtx. */
  async #foreign({ outcome: ended, nth, adds }: StepOf<'foreign'>): Promise<void> {
    await this.close();
    if (this.#model.ids.length === 0) return;
    const file_ = this.#read(FILE);
    const target = file_.data[nth];
    if (target !== undefined && target.outcome !== ended) {
      const { outcomeDetail: _, ...rest } = target;
      file_.data[nth] = { ...rest, outcome: ended };
      this.#model.end(target.id, ended);
    }
    if (adds) {
      const n = this.#count++;
      const entry = { ...(file_.data[0] ?? target), id: `e${n}`, timestamp: 1_000 + n, outcome: 'pending', refs: [] };
      const { children: _, outcomeDetail: __, parent: ___, ...plain } = entry;
      const whole = { agentId: 'bob', type: 'fix', action: 'x', reasoning: '', confidence: 1, context: { files: [], state: {} }, ...plain };
      file_.data.push(whole);
      this.#model.tell(whole);
    }
    this.#write(FILE, JSON.stringify(file_));
    await this.#open();
  }

  /** Adds an outcome to an entry of an archive, by hand. */
  async #byHand({ outcome: ended, nth }: StepOf<'by hand'>): Promise<void> {
    await this.close();
    const [name] = this.#archives();
    if (name === undefined) return;
    const { data } = this.#read(`${FOLDER}/${name}`);
    const target = data[nth];
    if (target === undefined || target.outcome !== 'pending' || this.#model.get(target.id)?.outcome !== 'pending') return;
    data[nth] = { ...target, outcome: ended };
    this.#model.end(target.id, ended);
    this.#write(`${FOLDER}/${name}`, renderCortexFile('timeline', 'shop', data, { created: 1, updated: 2 }));
  }

  /** Adds an archive with another time of an entry. The first copy by file name counts. */
  async #copy({ nth, shift, sorted }: StepOf<'copy'>): Promise<void> {
    await this.close();
    const archived = this.#archives().flatMap((name) => this.#read(`${FOLDER}/${name}`).data);
    const target = archived[nth % archived.length];
    if (target === undefined) return;
    const { children: _, outcomeDetail: __, ...rest } = target;
    const copy: TimelineEntry = { ...rest, timestamp: target.timestamp + shift, outcome: 'pending' };
    const number = String(this.#processes++).padStart(8, '0');
    const names = { first: `a-${number}`, last: `z-${number}`, 'by time': `timeline-${copy.timestamp}-${copy.timestamp}-${number}` };
    const text = renderCortexFile('timeline', 'shop', [copy], { created: 1, updated: 2 });
    this.#write(`${FOLDER}/${names[sorted]}.crtx`, text);
    const copies = this.#archives().flatMap((name) => this.#read(`${FOLDER}/${name}`).data.filter(({ id }) => id === copy.id));
    this.#model.setTime(copy.id, copies[0]?.timestamp ?? 0);
  }

  #archives(): string[] {
    try {
      return this.#fs.readdirSync(FOLDER).sort();
    } catch {
      return [];
    }
  }

  /** Clones the repository: all files except the local folder. */
  async #clone(): Promise<void> {
    await this.close();
    const files = [...this.#archives().map((each) => `${FOLDER}/${each}`), ...(this.#model.ids.length > 0 ? [FILE] : [])];
    const contents = files.map((each): [string, string] => [each, JSON.stringify(this.#read(each))]);
    this.#model.loseLog(this.#archives().flatMap((each) => this.#read(`${FOLDER}/${each}`).data.map(({ id }) => id)));
    this.#removeAll(`${ROOT}/.cortex/.local`);
    for (const [each, text] of contents) this.#write(each, text);
  }

  /** The simulated disk has no call that removes folders, so the folder is renamed. */
  #removeAll(folder: string): void {
    try {
      this.#fs.renameSync(folder, `${ROOT}/gone-${this.#processes++}`);
    } catch {
      // It does not exist.
    }
  }

  async compare(asked: TimelineQuery, limit: number): Promise<void> {
    const store = await this.#open();
    await store.refresh();
    for (const id of this.#model.ids) expect(await store.find(id), id).toEqual(this.#model.get(id));
    const expected = this.#model.query(asked);
    const found: TimelineEntry[] = [];
    for (let cursor: string | undefined, pages = 0; ; pages++) {
      const page = await store.query(asked, { limit, cursor });
      expect(page.entries.length).toBeLessThanOrEqual(limit);
      found.push(...page.entries);
      if (page.next === null) break;
      cursor = page.next;
      expect(pages).toBeLessThanOrEqual(expected.length);
    }
    expect(found.map(({ timestamp }) => timestamp)).toEqual(expected.map(({ timestamp }) => timestamp));
    expect(new Map(found.map((entry) => [entry.id, entry]))).toEqual(new Map(expected.map((entry) => [entry.id, entry])));
    await this.#compareSelected(store, asked, found);
    expect(store.problems).toEqual([]);
  }

  /** Compares with a selection that is read in parts, the last first, and that continues from its predecessor. */
  async #compareSelected(store: TimelineStore, asked: TimelineQuery, expected: readonly TimelineEntry[]): Promise<void> {
    const selection = await store.select(asked, { before: this.#selections.get(asked) });
    this.#selections.set(asked, selection);
    // Rows that no longer match are dropped, so each part is read from its own start.
    const parts: TimelineEntry[][] = [];
    for (let from = Math.max(0, selection.total - 3); from >= 0; from -= 3) parts.unshift(selection.rows(from, 3));
    const all = selection.rows(0, selection.total);
    expect(all).toEqual(expected);
    expect(selection.total).toBe(expected.length);
    for (const part of parts) for (const entry of part) expect(expected).toContainEqual(entry);
  }

  get archiveCount(): number {
    return this.#archives().length;
  }
}

test('a timeline with archives answers like a plain list, through rolls, late outcomes, edits, reopening and clones', async () => {
  let archives = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      query,
      fc.integer({ min: 1, max: 9 }),
      async (steps, asked, limit) => {
        const run = new Run();
        for (const [n, each] of steps.entries()) {
          await run.take(each);
          if (n % 7 === 0) await run.compare(asked, limit);
        }
        await run.compare(asked, limit);
        await run.compare({}, limit);
        await run.close();
        archives += run.archiveCount;
      },
    ),
    { numRuns: 30 },
  );
  expect(archives).toBeGreaterThan(30);
});
