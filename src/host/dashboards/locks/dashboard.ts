import * as vscode from 'vscode';
import { CortexError } from '../../../engine/platform/errors.ts';
import { personId } from '../../commands/person.ts';
import { runCommand } from '../../commands/run-command.ts';
import { problemRows } from '../../model/pages.ts';
import type { Subject } from '../../model/row.ts';
import type { ProjectViewModel } from '../../model/swarm/view-model.ts';
import { type ProjectSession, UNTRUSTED } from '../../session.ts';
import type { ViewRequest } from '../../view-request.ts';
import { PageContent, type PageStep } from '../page-content.ts';
import { STEP_COMMANDS } from '../step-commands.ts';
import { LockIndex } from './lock-index.ts';
import type { LocksState, LocksStep, LocksView } from './protocol.ts';
import { locksStepSchema, locksViewSchema } from './protocol.ts';
import { locksSnapshot, type RequestedLock } from './state.ts';

/** Inputs of the Locks dashboard. */
export interface LocksParts {
  readonly session: ProjectSession;
  readonly request: ViewRequest<RequestedLock>;
}

/** The Locks dashboard: the locks of all projects of the window (seed 1, "SwarmLock"). */
export class LocksDashboard extends PageContent<LocksState, LocksView, PageStep<LocksStep>> {
  /** Index of the current locks; `null` after a change, until it is rebuilt. */
  #book: LockIndex | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: LocksParts) {
    const { session, request } = parts;
    const person: vscode.Event<void> = (listener) =>
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('cortex.person') && listener());
    super({ page: 'locks', viewSchema: locksViewSchema, stepSchema: locksStepSchema, session }, [
      session.onDidChangeAny,
      request.onDidChange,
      person,
    ]);
  }

  protected override changed(): void {
    this.#book = null;
    super.changed();
  }

  override stateFor(view: LocksView): LocksState {
    const { session, request } = this.parts;
    const book = this.#current();
    if (book === null) {
      const { viewModel } = session;
      if (viewModel.kind === 'no-folder') return viewModel;
      return { kind: 'no-project', readOnly: vscode.workspace.isTrusted ? null : UNTRUSTED, problems: problemRows(viewModel.problems) };
    }
    const now = session.runtime.clock.now();
    return { kind: 'locks', snapshot: locksSnapshot(book, view, { person: personId(), wanted: request.wanted, now }) };
  }

  /** Returns the index, or `null` if there is no project. */
  #current(): LockIndex | null {
    if (this.#book === null) {
      const viewModels = this.parts.session.viewModels.filter((viewModel) => viewModel.kind === 'project');
      if (viewModels.length > 0) this.#book = this.#makeBook(viewModels);
    }
    return this.#book;
  }

  #makeBook(viewModels: readonly ProjectViewModel[]): LockIndex {
    const now = this.parts.session.runtime.clock.now();
    const book = new LockIndex(viewModels, now);
    const { nextSilenceMs } = book;
    clearTimeout(this.#timer);
    // No file changes when an agent becomes unresponsive, so a timer updates the page.
    if (nextSilenceMs !== null) this.#timer = setTimeout(() => this.changed(), nextSilenceMs);
    return book;
  }

  override async take(step: PageStep<LocksStep>): Promise<void> {
    if (step.kind === 'init') return runCommand(STEP_COMMANDS.locks.init);
    const lock = this.#found(step.lock);
    const subject = step.kind === 'end-wait' ? ({ ...lock, kind: 'wait', path: step.path, agent: step.agent } as const) : lock;
    return runCommand(STEP_COMMANDS.locks[step.kind], subject);
  }

  /** @throws CortexError `not-found` */
  #found(id: string): Extract<Subject, { kind: 'lock' }> {
    const found = this.#current()?.find(id);
    if (found !== undefined) {
      const { lock, project } = found;
      return { kind: 'lock', path: lock.path, agent: lock.agentId, folder: project.viewModel.folder };
    }
    throw new CortexError('not-found', 'this lock has ended', { next: 'The list shows the current state.' });
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }
}
