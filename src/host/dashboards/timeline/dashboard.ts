import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { resolveInside } from '../../../engine/files/safe-path.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import type { Disposable } from '../../../engine/platform/watching.ts';
import { type TimelineQuery, TimelineReader, type TimelineWindow } from '../../../engine/timeline/index.ts';
import { reportDone } from '../../commands/notifications.ts';
import { openPlace } from '../../commands/open.ts';
import { runCommand } from '../../commands/run-command.ts';
import { problemRows } from '../../model/pages.ts';
import type { ProjectViewModel } from '../../model/swarm/view-model.ts';
import { oneLine } from '../../model/text.ts';
import { type ProjectSession, UNTRUSTED } from '../../session.ts';
import type { ViewRequest } from '../../view-request.ts';
import { NotShownError, PageContent, type PageStep } from '../page-content.ts';
import { STEP_COMMANDS } from '../step-commands.ts';
import type { EntryRequest, TimelineFilter, TimelineState, TimelineStep, TimelineView } from './protocol.ts';
import { timelineStepSchema, timelineViewSchema } from './protocol.ts';
import { timelineState, toQuery } from './state.ts';
import { watchTimeline } from './watch.ts';

/** Delay between two updates, in milliseconds. Short, because the user waits for rows while scrolling. */
const DRAW_MS = 40;

/** Inputs of the Timeline dashboard. */
export interface TimelineParts {
  readonly session: ProjectSession;
  readonly request: ViewRequest<EntryRequest>;
}

/** An open reader of a timeline. */
interface Reading extends vscode.Disposable {
  readonly key: string;
  readonly reader: TimelineReader;
  readonly watch: Disposable;
}

/** The Timeline dashboard: searches the entries that agents recorded (seed 1, "Timeline Entries"; docs/decisions/0021, "Timeline"). */
export class TimelineDashboard extends PageContent<TimelineState, TimelineView, PageStep<TimelineStep>> {
  #reading: Reading | null = null;
  /** The rows that were read last, and why reading failed afterwards. */
  #window: TimelineWindow | null = null;
  #error: unknown = null;
  /** The last query, and the filter that it was made from. */
  #asked: { readonly filter: TimelineFilter | null; readonly query: TimelineQuery } = { filter: null, query: {} };

  constructor(private readonly parts: TimelineParts) {
    const { session, request } = parts;
    const schemas = { viewSchema: timelineViewSchema, stepSchema: timelineStepSchema };
    super({ page: 'timeline', ...schemas, session, drawMs: DRAW_MS }, [session.onDidChange, request.onDidChange]);
  }

  override async prepare({ filter, entries: rows, chosen, held }: TimelineView): Promise<void> {
    const { session } = this.parts;
    const { viewModel } = session;
    if (viewModel.kind !== 'project') return this.#leave();
    const { reader } = this.#readingOf(viewModel);
    // Held rows keep the query: a new one would shift them as time passes.
    if (!held || !isDeepStrictEqual(this.#asked.filter, filter)) {
      this.#asked = { filter, query: toQuery(filter, session.runtime.clock.now()) };
    }
    const { query } = this.#asked;
    try {
      this.#window = await reader.look({ query, rows, chosen, held });
      this.#error = null;
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      // The rows stay visible, with the error that they may be outdated.
      this.#error = error;
    }
  }

  override stateFor(): TimelineState {
    const { session, request } = this.parts;
    const { viewModel } = session;
    if (viewModel.kind === 'no-folder') return viewModel;
    const readOnly = vscode.workspace.isTrusted ? null : UNTRUSTED;
    if (viewModel.kind === 'no-project') return { kind: 'no-project', readOnly, problems: problemRows(viewModel.problems) };
    const { projects } = session;
    return timelineState({
      viewModel,
      projects,
      window: this.#window,
      error: this.#error,
      request: request.wanted,
      now: session.runtime.clock.now(),
    });
  }

  /** Returns the reader. In an untrusted folder it reads only the `.crtx` files and writes nothing. */
  #readingOf({ root }: ProjectViewModel): Reading {
    const read = vscode.workspace.isTrusted ? 'log' : 'files';
    const key = JSON.stringify([root, read]);
    if (this.#reading?.key === key) return this.#reading;
    this.#leave();
    const reader = new TimelineReader({ root, read, renewed: () => this.changed() });
    const changed = () => {
      reader.changed();
      this.changed();
    };
    const watch = watchTimeline({ fs: this.parts.session.runtime.fs, root, read, changed });
    const dispose = () => {
      watch.dispose();
      void reader.dispose();
    };
    this.#reading = { key, reader, watch, dispose };
    return this.#reading;
  }

  #leave(): void {
    this.#reading?.dispose();
    this.#reading = null;
    this.#window = null;
    this.#error = null;
  }

  override async take(step: PageStep<TimelineStep>): Promise<void> {
    const { detail } = this.#window ?? {};
    switch (step.kind) {
      case 'resolve': {
        if (detail?.row.id !== step.entry) throw new NotShownError(step.entry);
        const { id, action, outcome } = detail.row;
        return runCommand(STEP_COMMANDS.timeline.resolve, { kind: 'entry', id, action, outcome });
      }
      case 'open-file':
        if (detail?.files.first.includes(step.file) !== true) throw new NotShownError(step.file);
        return this.#openFile(step.file);
      default:
        return runCommand(STEP_COMMANDS.timeline[step.kind]);
    }
  }

  /** @throws CortexError if the file is not in the project */
  async #openFile(file: string): Promise<void> {
    const { session } = this.parts;
    if (session.viewModel.kind !== 'project') return;
    try {
      await openPlace(resolveInside(session.runtime.fs, session.viewModel.root, file), 1, 1);
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError)) throw error;
      reportDone(`${oneLine(file)} no longer exists.`);
    }
  }

  override dispose(): void {
    super.dispose();
    this.#leave();
  }
}
