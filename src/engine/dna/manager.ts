import path from 'node:path';
import { type CortexIO, FILE_NAMES } from '../crtx/cortex-io.ts';
import { describeInvalidEntries } from '../crtx/invalid/tolerant-format.ts';
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
import { CortexError } from '../platform/errors.ts';
import { type Description, describeDna } from './describe.ts';
import { type Detection, detectProject } from './detection.ts';
import { findConstraint, findPattern, NEXT, notFoundError, replaceOrAdd, requireText } from './items.ts';
import { type EditedDna, ManifestEditor } from './manifest-edit.ts';
import { DetectionMemory, MemoryFile } from './memory.ts';
import { createDna, type NewDna } from './new-dna.ts';
import { confirmPattern, doubtPattern, FIRST_CONFIDENCE } from './patterns.ts';
import { type DnaChange, initialChanges, initialMemory, refreshDna } from './refresh.ts';

/** A new pattern and its evidence. */
export interface LearnedLesson {
  readonly domain: string;
  readonly pattern: string;
  /** Timeline entries or files. */
  readonly learnedFrom: readonly string[];
}

/** Result of `refresh`; of a dry run what it would be. */
export interface Refreshed {
  readonly dna: ProjectDNA;
  /** True if there was no DNA before. */
  readonly created: boolean;
  readonly changes: readonly DnaChange[];
  /** What was not examined and why, and conflicting writes of others. */
  readonly warnings: readonly string[];
}

/** Result of an edit of one item. */
export interface EditedItem<Item> extends EditedDna {
  readonly item: Item;
}

interface Choices {
  readonly signal?: AbortSignal;
  /** Only computes the changes, without applying them. */
  readonly dryRun?: boolean;
}

/**
 * Manages a project's DNA, `manifest.crtx` (seed 1, "Classes"): stack, parts, rules, patterns and risks. Manual edits of the file always
 * take precedence over detection (docs/decisions/0008-dna.md).
 *
 * All edits throw the errors of `CortexIO`, and `busy` while others keep writing the file; a broken file is left unchanged.
 */
export class DNAManager {
  readonly #editor: ManifestEditor;

  constructor(readonly io: CortexIO) {
    this.#editor = new ManifestEditor(io);
  }

  /** Resolves after the second look at all edits. Concurrent writes of other programs are then included in the file. */
  whenIdle(): Promise<void> {
    return this.#editor.whenIdle();
  }

  /** Reads the DNA without invalid entries; `null` if there is none. @throws CortexError as `CortexIO` */
  async read(): Promise<ProjectDNA | null> {
    return (await this.io.inspect('dna'))?.value.data ?? null;
  }

  /** Reads the DNA without invalid entries. @throws CortexError `not-found` if there is none, and as `CortexIO` */
  async get(): Promise<ProjectDNA> {
    return this.#present(await this.read());
  }

  /** Returns messages about the invalid entries that are left out. @throws CortexError as `CortexIO` */
  async leftOut(): Promise<readonly string[]> {
    const found = await this.io.inspect('dna');
    return found === null ? [] : describeInvalidEntries(found);
  }

  /** Creates a DNA. @throws CortexError `already-exists` if there is one, `invalid-input` */
  async initialize(project: NewDna): Promise<ProjectDNA> {
    const fresh = createDna(project, this.#now);
    checkSchema(projectDnaSchema(), fresh, NEXT);
    requireText(project.id, 'id');
    const { dna } = await this.#editor.edit({
      apply: (present) => {
        if (present === null) return fresh;
        const next = 'Update it with "cortex dna detect", or edit it.';
        throw new CortexError('already-exists', 'the project already has a DNA', { file: this.#file, next });
      },
      // If no architecture was given, detection may set its type.
      written: () => this.#remember(project.architecture === undefined ? initialMemory(fresh.architecture.type) : new DetectionMemory()),
    });
    return dna;
  }

  /** Runs detection; changes nothing. */
  detect(signal?: AbortSignal): Promise<Detection> {
    return detectProject(this.io.runtime, this.io.root, signal);
  }

  /** Updates the DNA by detection, or creates it. */
  async refresh({ signal, dryRun = false }: Choices = {}): Promise<Refreshed> {
    const found = await this.detect(signal);
    let known: { memory: DetectionMemory; notes: string[] } | undefined;
    let refreshed: { memory: DetectionMemory; changes: readonly DnaChange[]; created: boolean } = {
      memory: new DetectionMemory(),
      changes: [],
      created: false,
    };
    const apply = (present: ProjectDNA | null) => {
      // Read under the mutex, so that no other refresh intervenes, and only once, so that a retry applies the same.
      known ??= this.#memoryFile().read();
      const dna = present ?? this.#blank(found);
      const result = refreshDna(dna, found, present === null ? initialMemory(dna.architecture.type) : known.memory);
      const changes = present === null ? [...initialChanges(dna), ...result.changes] : result.changes;
      refreshed = { ...result, changes, created: present === null };
      return result.dna;
    };
    const written = () => this.#remember(refreshed.memory);
    const edited = dryRun
      ? { dna: apply(await this.read()), warnings: await this.leftOut() }
      : await this.#editor.edit({ apply, written }, signal);
    const { changes, created } = refreshed;
    return { dna: edited.dna, created, changes, warnings: [...found.notes, ...(known?.notes ?? []), ...edited.warnings] };
  }

  /** Sets the purpose of the project. */
  async setPurpose(purpose: string): Promise<EditedDna> {
    const text = requireText(purpose, 'purpose');
    return this.#change((dna) => ({ ...dna, project: { ...dna.project, purpose: text } }));
  }

  /** Adds a rule, or replaces the one with the same text. */
  async addConstraint(constraint: ProjectConstraint): Promise<EditedItem<ProjectConstraint>> {
    checkSchema(projectConstraintSchema(), constraint, NEXT);
    const item = { ...constraint, rule: requireText(constraint.rule, 'rule') };
    const edited = await this.#change((dna) => ({ ...dna, constraints: replaceOrAdd(dna.constraints, item, ({ rule }) => rule) }));
    return { ...edited, item };
  }

  /** Removes a rule. @param rule its text, or words of it that no other rule has @throws CortexError `not-found`, `invalid-input` */
  async removeConstraint(rule: string): Promise<EditedItem<ProjectConstraint>> {
    const words = requireText(rule, 'rule');
    return this.#pick((dna) => {
      const item = findConstraint(dna.constraints, words);
      return { item, dna: { ...dna, constraints: dna.constraints.filter((each) => each !== item) } };
    });
  }

  /** Records a pattern, or confirms the one with the same text and domain. */
  async learn({ domain, pattern, learnedFrom }: LearnedLesson): Promise<EditedItem<LearnedPattern>> {
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
      const item = present === undefined ? learned : confirmPattern(present, learnedFrom, lastValidated);
      return { item, dna: { ...dna, patterns: replaceOrAdd(dna.patterns, item, ({ id }) => id) } };
    });
  }

  /** Confirms a pattern, which raises its confidence. @param from evidence @throws CortexError `not-found` */
  async confirm(id: string, from: readonly string[] = []): Promise<EditedItem<LearnedPattern>> {
    return this.#changePattern(id, (pattern) => confirmPattern(pattern, from, this.#now));
  }

  /** Doubts a pattern, which lowers its confidence. @throws CortexError `not-found` */
  async doubt(id: string): Promise<EditedItem<LearnedPattern>> {
    return this.#changePattern(id, doubtPattern);
  }

  /** Removes a pattern. @throws CortexError `not-found` */
  async forget(id: string): Promise<EditedItem<LearnedPattern>> {
    return this.#pick((dna) => {
      const item = findPattern(dna, id);
      return { item, dna: { ...dna, patterns: dna.patterns.filter((each) => each !== item) } };
    });
  }

  /** Adds a risk, or replaces the one for the same path. Detection does not change it. */
  async addRisk(risk: RiskZone): Promise<EditedItem<RiskZone>> {
    checkSchema(riskZoneSchema(), risk, NEXT);
    const item = { ...risk, path: requireText(risk.path, 'path') };
    return { ...(await this.#change((dna) => ({ ...dna, risks: replaceOrAdd(dna.risks, item, ({ path: each }) => each) }))), item };
  }

  /** Removes a risk. Detection does not add it again on this machine. @throws CortexError `not-found` */
  async removeRisk(risky: string): Promise<EditedItem<RiskZone>> {
    return this.#pick((dna) => {
      const item = dna.risks.find((each) => each.path === risky);
      if (item === undefined) throw notFoundError('no risk has this path', risky, 'the path of a risk');
      return { item, dna: { ...dna, risks: dna.risks.filter((each) => each !== item) } };
    });
  }

  /** Returns the DNA as a page of Markdown within a budget, see `describeDna`. @throws CortexError `not-found` if there is none */
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
    throw new CortexError('not-found', 'the project has no DNA yet', { file: this.#file, next: 'Create it: cortex dna detect' });
  }

  /** Edits the existing DNA. @throws CortexError `not-found` if there is none */
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
      const item = change(findPattern(dna, id));
      return { item, dna: { ...dna, patterns: replaceOrAdd(dna.patterns, item, (each) => each.id) } };
    });
  }

  #blank({ purpose = '' }: Detection): ProjectDNA {
    const name = path.basename(this.io.root);
    return createDna({ id: projectSlug(name), name, purpose }, this.#now);
  }

  #memoryFile(): MemoryFile {
    return new MemoryFile(this.io.runtime, this.#editor.folder);
  }

  #remember(memory: DetectionMemory): Promise<void> {
    return this.#memoryFile().write(memory);
  }
}
