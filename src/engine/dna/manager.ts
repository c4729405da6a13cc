import path from 'node:path';
import { type CortexIO, FILE_NAMES } from '../crtx/cortex-io.ts';
import { projectSlug } from '../crtx/names.ts';
import {
  type LearnedPattern,
  type ProjectConstraint,
  type ProjectDNA,
  projectConstraintSchema,
  projectDnaSchema,
  type RiskZone,
  riskZoneSchema,
} from '../crtx/schema/dna.ts';
import { checkSchema } from '../crtx/stored-content.ts';
import { describeBad } from '../crtx/tolerant-format.ts';
import { CortexError } from '../platform/errors.ts';
import { type Description, describeDna } from './describe.ts';
import { type Detection, detectProject } from './detection.ts';
import { NEXT, noSuch, patternOf, put, requireText, theOne } from './items.ts';
import { type EditedDna, ManifestEditor } from './manifest-edit.ts';
import { Memory, MemoryFile } from './memory.ts';
import { type NewDna, newDna } from './new-dna.ts';
import { confirmed, doubted, FIRST_CONFIDENCE } from './patterns.ts';
import { beginChanges, beginMemory, type DnaChange, refreshDna } from './refresh.ts';

/** What a pattern is learned from. */
export interface Lesson {
  readonly domain: string;
  readonly pattern: string;
  /** Timeline entries or files. */
  readonly learnedFrom: readonly string[];
}

/** What `refresh` did, or would do. */
export interface Refreshed {
  readonly dna: ProjectDNA;
  /** True when there was no DNA before. */
  readonly begun: boolean;
  readonly changes: readonly DnaChange[];
  /** What was not looked at and why, and what others did meanwhile. */
  readonly warnings: readonly string[];
}

/** An edit that changed one thing. */
export interface EditedItem<Item> extends EditedDna {
  readonly item: Item;
}

interface Choices {
  readonly signal?: AbortSignal;
  /** Only says what would change. */
  readonly dryRun?: boolean;
}

/**
 * Keeps a project's DNA, `manifest.crtx` (seed 1, "Classes"): what it is built with, its parts, rules, lessons and risks. What people
 * type into the file by hand always wins (docs/decisions/0008-dna.md).
 *
 * All edits throw what `CortexIO` throws, and `busy` when others keep the file; a broken file is left as it is.
 */
export class DNAManager {
  readonly #editor: ManifestEditor;

  constructor(readonly io: CortexIO) {
    this.#editor = new ManifestEditor(io);
  }

  /** Resolves when the second look was taken at all that was edited: what other programs wrote at the same moment is in the file then. */
  settled(): Promise<void> {
    return this.#editor.settled();
  }

  /** The DNA, or `null` when there is none, without what is not valid. @throws CortexError as `CortexIO` */
  async read(): Promise<ProjectDNA | null> {
    return (await this.io.inspect('dna'))?.value.data ?? null;
  }

  /** The DNA, without what is not valid. @throws CortexError `not-found` when there is none, and as `CortexIO` */
  async get(): Promise<ProjectDNA> {
    return this.#present(await this.read());
  }

  /** What is said of entries of the DNA that are not valid and left out. @throws CortexError as `CortexIO` */
  async leftOut(): Promise<readonly string[]> {
    const found = await this.io.inspect('dna');
    return found === null ? [] : describeBad(found);
  }

  /** Begins a DNA. @throws CortexError `already-exists` when there is one, `invalid-input` */
  async initialize(project: NewDna): Promise<ProjectDNA> {
    const begun = newDna(project, this.#now);
    checkSchema(projectDnaSchema(), begun, NEXT);
    requireText(project.id, 'id');
    const { dna } = await this.#editor.edit({
      apply: (present) => {
        if (present === null) return begun;
        const next = 'Refresh it with "cortex dna detect", or edit it.';
        throw new CortexError('already-exists', 'the project has a DNA already', { file: this.#file, next });
      },
      // The shape of the project was not said: detection may say it.
      written: () => this.#remember(project.architecture === undefined ? beginMemory(begun.architecture.type) : new Memory()),
    });
    return dna;
  }

  /** What the project's files and history say; changes nothing. */
  detect(signal?: AbortSignal): Promise<Detection> {
    return detectProject(this.io.runtime, this.io.root, signal);
  }

  /** Brings what is detected into the DNA, or begins one. */
  async refresh({ signal, dryRun = false }: Choices = {}): Promise<Refreshed> {
    const found = await this.detect(signal);
    let known: { memory: Memory; notes: string[] } | undefined;
    let refreshed: { memory: Memory; changes: readonly DnaChange[]; begun: boolean } = { memory: new Memory(), changes: [], begun: false };
    const apply = (present: ProjectDNA | null) => {
      // In the turn, so that no other process refreshes between; once, so that what is applied anew is the same.
      known ??= this.#memoryFile().read();
      const dna = present ?? this.#blank(found);
      const result = refreshDna(dna, found, present === null ? beginMemory(dna.architecture.type) : known.memory);
      const changes = present === null ? [...beginChanges(dna), ...result.changes] : result.changes;
      refreshed = { ...result, changes, begun: present === null };
      return result.dna;
    };
    const written = () => this.#remember(refreshed.memory);
    const edited = dryRun
      ? { dna: apply((await this.io.readDNA())?.data ?? null), warnings: [] }
      : await this.#editor.edit({ apply, written }, signal);
    const { changes, begun } = refreshed;
    return { dna: edited.dna, begun, changes, warnings: [...found.notes, ...(known?.notes ?? []), ...edited.warnings] };
  }

  /** Says what the project is for. */
  async setPurpose(purpose: string): Promise<EditedDna> {
    const text = requireText(purpose, 'purpose');
    return this.#change((dna) => ({ ...dna, project: { ...dna.project, purpose: text } }));
  }

  /** Adds a rule; one with the same words takes the place of the present one. */
  async addConstraint(constraint: ProjectConstraint): Promise<EditedItem<ProjectConstraint>> {
    checkSchema(projectConstraintSchema(), constraint, NEXT);
    const item = { ...constraint, rule: requireText(constraint.rule, 'rule') };
    const edited = await this.#change((dna) => ({ ...dna, constraints: put(dna.constraints, item, ({ rule }) => rule) }));
    return { ...edited, item };
  }

  /** Takes a rule out. @param rule its words, or some of them, in any order, that no other rule has @throws CortexError `not-found`, `invalid-input` */
  async removeConstraint(rule: string): Promise<EditedItem<ProjectConstraint>> {
    const words = requireText(rule, 'rule');
    return this.#pick((dna) => {
      const item = theOne(dna.constraints, words);
      return { item, dna: { ...dna, constraints: dna.constraints.filter((each) => each !== item) } };
    });
  }

  /** Learns a pattern; one with the same words in the same domain is confirmed. */
  async learn({ domain, pattern, learnedFrom }: Lesson): Promise<EditedItem<LearnedPattern>> {
    const words = { domain: requireText(domain, 'domain'), pattern: requireText(pattern, 'pattern') };
    const lastValidated = this.#now;
    const learned = {
      id: this.io.runtime.ids('pat'),
      ...words,
      confidence: FIRST_CONFIDENCE,
      learnedFrom: [...new Set(learnedFrom)],
      lastValidated,
    };
    return this.#pick((dna) => {
      const present = dna.patterns.find((each) => each.domain === words.domain && each.pattern === words.pattern);
      const item = present === undefined ? learned : confirmed(present, learnedFrom, lastValidated);
      return { item, dna: { ...dna, patterns: put(dna.patterns, item, ({ id }) => id) } };
    });
  }

  /** A pattern proved right: its confidence grows. @param from what showed it @throws CortexError `not-found` */
  async confirm(id: string, from: readonly string[] = []): Promise<EditedItem<LearnedPattern>> {
    return this.#changePattern(id, (pattern) => confirmed(pattern, from, this.#now));
  }

  /** A pattern proved wrong once: its confidence falls. @throws CortexError `not-found` */
  async doubt(id: string): Promise<EditedItem<LearnedPattern>> {
    return this.#changePattern(id, doubted);
  }

  /** Takes a pattern out. @throws CortexError `not-found` */
  async forget(id: string): Promise<EditedItem<LearnedPattern>> {
    return this.#pick((dna) => {
      const item = patternOf(dna, id);
      return { item, dna: { ...dna, patterns: dna.patterns.filter((each) => each !== item) } };
    });
  }

  /** Adds a risk; one for the same path takes the place of the present one. Detection leaves it as it is. */
  async addRisk(risk: RiskZone): Promise<EditedItem<RiskZone>> {
    checkSchema(riskZoneSchema(), risk, NEXT);
    const item = { ...risk, path: requireText(risk.path, 'path') };
    return { ...(await this.#change((dna) => ({ ...dna, risks: put(dna.risks, item, ({ path: each }) => each) }))), item };
  }

  /** Takes a risk out; detection does not bring it back on this machine. @throws CortexError `not-found` */
  async removeRisk(risky: string): Promise<EditedItem<RiskZone>> {
    return this.#pick((dna) => {
      const item = dna.risks.find((each) => each.path === risky);
      if (item === undefined) throw noSuch('there is no risk at this path', risky, 'the path of a risk');
      return { item, dna: { ...dna, risks: dna.risks.filter((each) => each !== item) } };
    });
  }

  /** The whole DNA as one page of Markdown that fits a budget, see `describeDna`. @throws CortexError `not-found` when there is none */
  async describe({ maxTokens }: { readonly maxTokens: number }): Promise<Description> {
    return describeDna(await this.get(), { maxTokens, now: this.#now });
  }

  get #now(): number {
    return this.io.runtime.clock.now();
  }

  get #file(): string {
    return path.join(this.io.dir, FILE_NAMES.dna);
  }

  #present(dna: ProjectDNA | null): ProjectDNA {
    if (dna !== null) return dna;
    throw new CortexError('not-found', 'the project has no DNA yet', { file: this.#file, next: 'Make it with "cortex dna detect".' });
  }

  /** Edits the DNA, or begins one from what is there before detection. */
  #change(change: (dna: ProjectDNA) => ProjectDNA): Promise<EditedDna> {
    return this.#editor.edit({ apply: (present) => change(this.#present(present)) });
  }

  async #pick<Item>(change: (dna: ProjectDNA) => { item: Item; dna: ProjectDNA }): Promise<EditedItem<Item>> {
    let picked: { item: Item } | undefined;
    const edited = await this.#change((dna) => {
      const changed = change(dna);
      picked = changed;
      return changed.dna;
    });
    if (picked === undefined) throw new Error('an edit was not applied');
    return { ...edited, item: picked.item };
  }

  #changePattern(id: string, change: (pattern: LearnedPattern) => LearnedPattern): Promise<EditedItem<LearnedPattern>> {
    return this.#pick((dna) => {
      const item = change(patternOf(dna, id));
      return { item, dna: { ...dna, patterns: put(dna.patterns, item, (each) => each.id) } };
    });
  }

  #blank({ purpose = '' }: Detection): ProjectDNA {
    const name = path.basename(this.io.root);
    return newDna({ id: projectSlug(name), name, purpose }, this.#now);
  }

  #memoryFile(): MemoryFile {
    return new MemoryFile(this.io.runtime, this.#editor.folder);
  }

  #remember(memory: Memory): Promise<void> {
    return this.#memoryFile().write(memory);
  }
}
