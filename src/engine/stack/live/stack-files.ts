import path from 'node:path';
import { type FileProblem, toProblem } from '../../platform/file-problem.ts';
import { LazyValue } from '../../platform/on-demand.ts';
import { commandAtEnd } from '../../platform/suggested.ts';
import { mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { CONFLICT_CODE, conflictErrors, HALF_CONFLICT_CODE } from '../conflicts.ts';
import { EXAMINED_FILES, examineConflictsIn, examineFile } from '../doctor.ts';
import { type CurrentState, parseCurrentText } from '../files/current.ts';
import { LOCAL_FOLDER } from '../files/find-stacks.ts';
import { HISTORY } from '../files/history.ts';
import type { StackFinding } from '../findings.ts';
import { readBoxes, type StackBoxes, type StackMessage } from '../messages/all-messages.ts';
import { readArchive } from '../messages/archived-messages.ts';
import type { FindRecipient, RoutedStack } from '../messages/route.ts';
import { findHiddenIds, type HiddenIds } from '../plan/hidden-tasks.ts';
import { type PlanTask, parsePlanText } from '../plan/plan.ts';
import { STACK_FILES } from '../store.ts';

/** Path of the read marks, relative to the stack's folder. */
const MARKS = path.join(LOCAL_FOLDER, 'read.json');
const OF_BOXES: readonly string[] = [STACK_FILES.inbox, STACK_FILES.outbox, MARKS];
/** Examined files other than the boxes, whose conflicts are known once they are read. */
const OTHER_FILES = EXAMINED_FILES.filter((name) => !OF_BOXES.includes(name));

/** Boxes with more messages are not examined after every change: that would take noticeable time. */
const FEW_MESSAGES = 2_000;

/** Line and column between the path of a file and a problem in it. */
const PLACE = /^(?::(\d+)(?::\d+)?)?: /;

const isConflict = ({ code }: StackFinding): boolean => code === CONFLICT_CODE || code === HALF_CONFLICT_CODE;

/** The parsed value of a file. If the file cannot be read, the value is that of an empty file, and `problem` says why. */
interface ParsedFile<Value> {
  readonly value: Value;
  readonly problem: FileProblem | null;
}

interface Archive {
  readonly messages: readonly StackMessage[];
  readonly problems: readonly string[];
}

interface Plan {
  readonly tasks: readonly PlanTask[];
  readonly hidden: HiddenIds;
}

/** Contents of the files of one stack. Each file is read lazily and cached until it changes. */
export class StackFiles {
  readonly name: string;
  /** Absolute folder of the stack. */
  readonly directory: string;
  readonly #current: LazyValue<ParsedFile<CurrentState>>;
  readonly #plan: LazyValue<ParsedFile<Plan>>;
  readonly #context: LazyValue<ParsedFile<string>>;
  readonly #boxes: LazyValue<StackBoxes>;
  readonly #archive: LazyValue<Archive>;
  readonly #conflicts: LazyValue<readonly StackFinding[]>;
  readonly #findings: ReadonlyMap<string, LazyValue<readonly StackFinding[]>>;

  /** @param find finds recipients */
  constructor(
    readonly stack: RoutedStack,
    find: FindRecipient,
  ) {
    this.name = stack.name;
    this.directory = stack.store.directory;
    this.#current = new LazyValue(() => this.#read(STACK_FILES.current, parseCurrentText));
    this.#plan = new LazyValue(() => this.#read(STACK_FILES.plan, (text) => ({ tasks: parsePlanText(text), hidden: findHiddenIds(text) })));
    this.#context = new LazyValue(() => this.#read(STACK_FILES.context, (text) => text));
    this.#boxes = new LazyValue(() => readBoxes(stack));
    this.#archive = new LazyValue(() => {
      const problems: string[] = [];
      return { messages: readArchive(stack, problems), problems };
    });
    this.#conflicts = new LazyValue(() => OTHER_FILES.flatMap((name) => examineConflictsIn(stack.store, name)).filter(isConflict));
    this.#findings = new Map(EXAMINED_FILES.map((name) => [name, new LazyValue(() => examineFile(stack.store, name, find))]));
  }

  #read<Value>(name: string, parse: (text: string) => Value): ParsedFile<Value> {
    try {
      const text = this.stack.store.text(name) ?? '';
      const [conflict] = conflictErrors(this.fileOf(name), mergeConflicts(text));
      return { value: parse(text), problem: conflict === undefined ? null : toProblem(conflict) };
    } catch (error) {
      return { value: parse(''), problem: toProblem(error) };
    }
  }

  exists(): boolean {
    try {
      return this.stack.store.exists();
    } catch {
      // The folder cannot be examined. Reading its files reports why, and the other stacks are still shown.
      return true;
    }
  }

  get current(): CurrentState {
    return this.#current.get().value;
  }

  get tasks(): readonly PlanTask[] {
    return this.#plan.get().value.tasks;
  }

  /** Ids of tasks inside merge conflicts of the plan. */
  get hidden(): HiddenIds {
    return this.#plan.get().value.hidden;
  }

  get boxes(): StackBoxes {
    return this.#boxes.get();
  }

  /** Messages archived from INBOX, and descriptions of what cannot be read of them. */
  get archive(): Archive {
    return this.#archive.get();
  }

  /** Merge conflicts in all files. */
  get conflicts(): readonly StackFinding[] {
    return [...this.boxes.conflicts, ...this.#conflicts.get()];
  }

  /** Findings of the OUTBOX, without those of one with very many messages. */
  get outboxFindings(): readonly StackFinding[] {
    return this.#isLong(STACK_FILES.outbox) ? [] : (this.#findings.get(STACK_FILES.outbox)?.get() ?? []);
  }

  /**
   * Findings in the saved files. Of a box with very many messages only the conflicts; `cstack doctor` and the open editor examine it fully.
   */
  get findings(): readonly StackFinding[] {
    return [...this.#findings].flatMap(([name, kept]) => (this.#isLong(name) ? examineConflictsIn(this.stack.store, name) : kept.get()));
  }

  #isLong(name: string): boolean {
    const { inbox, outbox } = this.boxes;
    return (name === STACK_FILES.inbox && inbox.length > FEW_MESSAGES) || (name === STACK_FILES.outbox && outbox.length > FEW_MESSAGES);
  }

  /** Problems of files that cannot be read. */
  get problems(): readonly FileProblem[] {
    const boxes = this.boxes.problems.map((message): FileProblem => {
      const file = [STACK_FILES.inbox, STACK_FILES.outbox].map((name) => this.fileOf(name)).find((each) => message.startsWith(each));
      const [place = '', line = '1'] = file === undefined ? [] : (PLACE.exec(message.slice(file.length)) ?? []);
      const summary = file === undefined ? message : message.slice(file.length + place.length);
      return { severity: 'error', message, summary, file: file ?? null, line: Number(line), column: 1, command: commandAtEnd(summary) };
    });
    return [...[this.#current, this.#plan, this.#context].flatMap((kept) => kept.get().problem ?? []), ...boxes];
  }

  /** @param name relative to the stack's folder @returns absolute path */
  fileOf(name: string): string {
    return path.join(this.directory, name);
  }

  /**
   * Discards a cached file, so that it is read again on demand.
   * @param name relative to the stack's folder; `null` means any file
   * @returns what may have changed; `null` for a file that is never read
   */
  drop(name: string | null): 'messages' | 'others' | null {
    const isOf = (...files: readonly string[]) => name === null || files.includes(name);
    for (const [file, kept] of this.#findings) if (isOf(file)) kept.drop();
    if (isOf(...OF_BOXES)) this.#boxes.drop();
    if (isOf(HISTORY)) this.#archive.drop();
    if (isOf(...OTHER_FILES)) this.#conflicts.drop();
    if (isOf(STACK_FILES.current)) this.#current.drop();
    if (isOf(STACK_FILES.plan)) this.#plan.drop();
    if (isOf(STACK_FILES.context)) this.#context.drop();
    if (isOf(...OF_BOXES, HISTORY)) return 'messages';
    return isOf(...EXAMINED_FILES) ? 'others' : null;
  }
}
