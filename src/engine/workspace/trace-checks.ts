import path from 'node:path';
import { CORTEX_FOLDER, resolveCortexFolder } from '../crtx/index.ts';
import { identityOf, milliseconds, statOf } from '../files/file-content.ts';
import { listDirectory } from '../files/folder-entries.ts';
import { fileError, joinSentences } from '../platform/errors.ts';
import { type FileProblem, toProblem, toWarning } from '../platform/file-problem.ts';
import type { FileStat } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { commandAtEnd } from '../platform/suggested.ts';
import { loadTraceErrors } from '../project/index.ts';
import { counted, grouped } from '../text/amounts.ts';
import { readCheckedTraces, writeCheckedTraces } from './checked-traces.ts';

const TRACES = 'reasoning';
/** A list of fewer new files is not worth writing: reading them again takes less than 20 ms. */
const WORTH_WRITING = 100;
/** Age in milliseconds from which a file's identity shows every later change. */
const SETTLED_MS = 2_000;
/** Delay before a file with errors is read again, in milliseconds: another program may be writing it. */
const SECOND_LOOK_MS = 200;

/** A trace to check. */
interface Trace {
  readonly name: string;
  readonly stat: FileStat;
}

export interface TraceCheckOptions {
  /** Whether the list of files without errors may be written into the project. */
  readonly writes: boolean;
  /** Bytes that one look reads at most, because there may be thousands of files. A mebibyte takes about 0.1 s. */
  readonly mostBytes: number;
}

/**
 * Checks the reasoning traces of a project. Files without errors are not read again until they change: their identities are remembered, for
 * other processes in `.cortex/.local/`.
 */
export class TraceChecks {
  #root: string | null = null;
  /** Identities of files without errors, by name. */
  #clean = new Map<string, string>();
  /** Files with errors, by name. */
  readonly #broken = new Map<string, { readonly identity: string; readonly errors: readonly unknown[] }>();
  /** Number of files that joined `#clean` since it was written. */
  #fresh = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: TraceCheckOptions,
  ) {}

  /** Returns the errors of the traces, and a warning if there are more than one look may read. */
  async check(root: string): Promise<FileProblem[]> {
    const folder = path.join(root, CORTEX_FOLDER, TRACES);
    try {
      const real = resolveCortexFolder(this.runtime.fs, path.join(root, CORTEX_FOLDER), TRACES);
      const names = listDirectory(this.runtime.fs, real).filter((name) => name.endsWith('.crtx'));
      if (names.length === 0) return [];
      if (root !== this.#root) this.#begin(root);
      return await this.#checkNamed(root, real, names.sort());
    } catch (error) {
      return [toProblem(fileError(error, folder, 'list the folder', 'read'))];
    }
  }

  #begin(root: string): void {
    this.#root = root;
    this.#clean = readCheckedTraces(this.runtime, root);
    this.#broken.clear();
  }

  async #checkNamed(root: string, folder: string, names: readonly string[]): Promise<FileProblem[]> {
    const changed = names.flatMap((name) => this.#changed(folder, name));
    const due = withinLimit(changed, this.options.mostBytes);
    if (due.length > 0) await this.#checkDue(root, due);
    await this.#write(root, names);
    const left = changed.length - due.length;
    const errors = names.flatMap((name) => this.#broken.get(name)?.errors ?? []).map(toProblem);
    return left === 0 ? errors : [...errors, uncheckedWarning(path.join(root, CORTEX_FOLDER, TRACES), left, names.length)];
  }

  async #checkDue(root: string, due: readonly Trace[]): Promise<void> {
    const traceErrors = await loadTraceErrors();
    const look = (trace: Trace): readonly unknown[] => this.#remember(trace, traceErrors(this.runtime, root, trace.name));
    const suspects = due.filter((trace) => look(trace).length > 0);
    if (suspects.length > 0) await this.runtime.sleep(SECOND_LOOK_MS);
    for (const trace of suspects) look(trace);
  }

  #changed(folder: string, name: string): Trace[] {
    const stat = statOf(this.runtime.fs, path.join(folder, name));
    const known = this.#clean.get(name) ?? this.#broken.get(name)?.identity;
    // What a link leads to may change while the link does not.
    return stat === null || (stat.isFile() && known === identityOf(stat)) ? [] : [{ name, stat }];
  }

  /** Remembers what was found in a trace. @returns the errors */
  #remember({ name, stat }: Trace, errors: readonly unknown[]): readonly unknown[] {
    this.#clean.delete(name);
    this.#broken.delete(name);
    const isSettled = stat.isFile() && this.runtime.clock.now() - milliseconds(stat.mtimeNs) > SETTLED_MS;
    if (errors.length > 0) this.#broken.set(name, { identity: isSettled ? identityOf(stat) : '', errors });
    else if (isSettled) {
      this.#clean.set(name, identityOf(stat));
      this.#fresh += 1;
    }
    return errors;
  }

  async #write(root: string, names: readonly string[]): Promise<void> {
    if (!this.options.writes || this.#fresh < WORTH_WRITING) return;
    this.#fresh = 0;
    const there = new Set(names);
    this.#clean = new Map([...this.#clean].filter(([name]) => there.has(name)));
    await writeCheckedTraces(this.runtime, root, this.#clean);
  }
}

/** Returns the first files that one look may read, at least one. */
function withinLimit(traces: readonly Trace[], mostBytes: number): readonly Trace[] {
  let bytes = 0;
  const end = traces.findIndex(({ stat }) => {
    bytes += Number(stat.size);
    return bytes > mostBytes;
  });
  return end === -1 ? traces : traces.slice(0, Math.max(1, end));
}

/** Returns the warning that some traces were not checked, which must not look as if nothing was found. */
function uncheckedWarning(folder: string, left: number, all: number): FileProblem {
  const what = `${grouped(left)} of ${counted(all, 'reasoning trace')} ${left === 1 ? 'is' : 'are'} not checked for errors yet`;
  const summary = joinSentences(what, 'Every look checks more of them. Check all at once: cortex verify');
  return {
    ...toWarning(`${folder}: ${summary}`),
    summary,
    command: commandAtEnd(summary),
    need: { kind: 'unchecked', about: folder, title: `Files in ${TRACES}` },
  };
}
