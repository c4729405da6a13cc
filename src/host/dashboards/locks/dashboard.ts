import * as vscode from 'vscode';
import { CortexError } from '../../../engine/platform/errors.ts';
import { openPlace } from '../../commands/open.ts';
import { personId } from '../../commands/person.ts';
import { runCommand } from '../../commands/run-command.ts';
import { sayError } from '../../commands/say.ts';
import { problemRows } from '../../model/pages.ts';
import type { Subject } from '../../model/row.ts';
import { type ProjectPicture, problemsOf } from '../../model/swarm/picture.ts';
import { oneLine } from '../../model/text.ts';
import { type ProjectSession, UNTRUSTED } from '../../session.ts';
import type { Wish } from '../../wish.ts';
import type { Page } from '../dashboards.ts';
import { fillPanel } from '../page-panel.ts';
import { changedSnapshot } from '../snapshot-changes.ts';
import { LocksBook } from './book.ts';
import type { LocksState, LocksStep, LocksView } from './protocol.ts';
import { locksStepSchema, locksViewSchema } from './protocol.ts';
import { type LockWanted, locksSnapshot } from './state.ts';

/** What the Locks dashboard is given. */
export interface LocksParts {
  readonly session: ProjectSession;
  readonly wish: Wish<LockWanted>;
  readonly log: vscode.LogOutputChannel;
  /** Disposes of something as the extension ends. */
  keep(something: vscode.Disposable): void;
}

/** The Locks dashboard: the locks of all projects of the window (seed 1, "SwarmLock"). */
export function locksPage(parts: LocksParts, extension: vscode.Uri): Page {
  const desk = new LocksDesk(parts);
  parts.keep(desk);
  const content = {
    page: 'locks' as const,
    viewSchema: locksViewSchema,
    stepSchema: locksStepSchema,
    drawing: parts.session.drawing.bind(parts.session),
    stateFor: (view: LocksView) => desk.stateFor(view),
    changesOf: changedSnapshot<LocksState>,
    take: (step: LocksStep) => desk.take(step),
    onDidChange: desk.onDidChange,
  };
  return (panel) => fillPanel(panel, content, extension, parts.log);
}

const COMMANDS = {
  'open-file': 'cortex.lock.open',
  break: 'cortex.lock.break',
  renew: 'cortex.lock.renew',
  release: 'cortex.lock.release',
} as const;

/** What the dashboard shows, and what is done from it. */
class LocksDesk implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  /** As it is until something changes; `null`: to be made anew. */
  #book: LocksBook | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: LocksParts) {
    const { session, wish } = parts;
    const tell = () => this.#tell();
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      session.onDidChangeAny(tell),
      wish.onDidChange(tell),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('cortex.person') && tell()),
    );
  }

  #tell(): void {
    this.#book = null;
    this.#changed.fire();
  }

  stateFor(view: LocksView): LocksState {
    const { session, wish } = this.parts;
    const book = this.#current();
    if (book === null) {
      const { picture } = session;
      if (picture.kind === 'no-folder') return picture;
      return { kind: 'no-project', readOnly: vscode.workspace.isTrusted ? null : UNTRUSTED, problems: problemRows(picture.problems) };
    }
    const now = session.runtime.clock.now();
    return { kind: 'locks', snapshot: locksSnapshot(book, view, { person: personId(), wanted: wish.wanted, now }) };
  }

  /** `null` where there is no project. */
  #current(): LocksBook | null {
    if (this.#book === null) {
      const pictures = this.parts.session.pictures.filter((picture) => picture.kind === 'project');
      if (pictures.length > 0) this.#book = this.#makeBook(pictures);
    }
    return this.#book;
  }

  #makeBook(pictures: readonly ProjectPicture[]): LocksBook {
    const now = this.parts.session.runtime.clock.now();
    const book = new LocksBook(pictures, now);
    const { nextSilenceMs } = book;
    clearTimeout(this.#timer);
    // Nobody writes anything when an agent falls silent.
    if (nextSilenceMs !== null) this.#timer = setTimeout(() => this.#tell(), nextSilenceMs);
    return book;
  }

  take(step: LocksStep): string | null {
    if (step.kind === 'open-problem' && !this.#isProblem(step.file)) {
      return `The dashboard asked for a file that is not broken, or not any more: ${oneLine(step.file, 300)}`;
    }
    this.#do(step).catch((error: unknown) => sayError(error, 'cortex.locks.open', this.parts.log));
    return null;
  }

  #isProblem(file: string): boolean {
    const { picture } = this.parts.session;
    const shown = this.#current()?.projects.flatMap((project) => project.picture.problems) ?? problemsOf(picture);
    return shown.some((problem) => problem.file === file);
  }

  async #do(step: LocksStep): Promise<void> {
    switch (step.kind) {
      case 'init':
        return runCommand('cortex.init');
      case 'open-problem':
        return openPlace(step.file, step.line, step.column);
      case 'end-wait': {
        const { agent, path } = step;
        return runCommand(COMMANDS.break, { kind: 'wait', path, agent, folder: this.#found(step.lock).folder });
      }
      default:
        return runCommand(COMMANDS[step.kind], this.#found(step.lock));
    }
  }

  /** @throws CortexError `not-found` */
  #found(id: string): Extract<Subject, { kind: 'lock' }> {
    const found = this.#current()?.find(id);
    if (found !== undefined) {
      const { lock, project } = found;
      return { kind: 'lock', path: lock.path, agent: lock.agentId, folder: project.picture.folder };
    }
    throw new CortexError('not-found', 'this lock has ended', { next: 'Look at the list again: it shows what there is now.' });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }
}
