import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { resolveInside } from '../../../engine/files/safe-path.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import type { Disposable } from '../../../engine/platform/watching.ts';
import { type TimelineQuery, TimelineReader, type TimelineWindow } from '../../../engine/timeline/index.ts';
import { openPlace } from '../../commands/open.ts';
import { runCommand } from '../../commands/run-command.ts';
import { sayDone, sayError } from '../../commands/say.ts';
import { problemRows } from '../../model/pages.ts';
import type { ProjectPicture } from '../../model/swarm/picture.ts';
import { oneLine } from '../../model/text.ts';
import { type ProjectSession, UNTRUSTED } from '../../session.ts';
import type { Wish } from '../../wish.ts';
import type { Page } from '../dashboards.ts';
import { fillPanel } from '../page-panel.ts';
import { changedSnapshot } from '../snapshot-changes.ts';
import type { EntryRow, EntryWish, TimelineFilter, TimelineState, TimelineStep, TimelineView } from './protocol.ts';
import { timelineStepSchema, timelineViewSchema } from './protocol.ts';
import { queryOf } from './query.ts';
import { timelineState } from './state.ts';
import { watchTimeline } from './watch.ts';

/** A person who scrolls waits for the rows. */
const DRAW_MS = 40;

/** What the Timeline dashboard is given. */
export interface TimelineParts {
  readonly session: ProjectSession;
  readonly wish: Wish<EntryWish>;
  readonly log: vscode.LogOutputChannel;
}

/** The Timeline dashboard: what agents recorded, to be searched (seed 1, "Timeline Entries"; docs/decisions/0021, "Timeline"). */
export function timelinePage(parts: TimelineParts, extension: vscode.Uri): Page {
  return (panel) => {
    const desk = new TimelineDesk(parts);
    const content = {
      page: 'timeline' as const,
      viewSchema: timelineViewSchema,
      stepSchema: timelineStepSchema,
      drawing: (draw: () => Promise<void>) => parts.session.drawing(draw, DRAW_MS),
      prepare: (view: TimelineView) => desk.prepare(view),
      stateFor: () => desk.state(),
      changesOf: changedSnapshot<TimelineState>,
      take: (step: TimelineStep) => desk.take(step),
      onDidChange: desk.onDidChange,
    };
    return vscode.Disposable.from(fillPanel(panel, content, extension, parts.log), desk);
  };
}

/** A timeline as it is looked at. */
interface Reading extends vscode.Disposable {
  readonly key: string;
  readonly reader: TimelineReader;
  readonly watch: Disposable;
}

/** What the dashboard shows, and what is done from it, as long as its tab is open. */
class TimelineDesk implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #reading: Reading | null = null;
  /** What was seen last, and why nothing was after it. */
  #sight: TimelineWindow | null = null;
  #error: unknown = null;
  /** What was asked last, for which filter. */
  #asked: { readonly filter: TimelineFilter | null; readonly query: TimelineQuery } = { filter: null, query: {} };

  constructor(private readonly parts: TimelineParts) {
    const { session, wish } = parts;
    const tell = () => this.#changed.fire();
    this.#subscription = vscode.Disposable.from(this.#changed, session.onDidChange(tell), wish.onDidChange(tell));
  }

  async prepare({ filter, entries: rows, chosen, held }: TimelineView): Promise<void> {
    const { session } = this.parts;
    const { picture } = session;
    if (picture.kind !== 'project') return this.#leave();
    const { reader } = this.#readingOf(picture);
    // Rows that are held stay where they are, also when another minute has begun.
    if (!held || !isDeepStrictEqual(this.#asked.filter, filter)) {
      this.#asked = { filter, query: queryOf(filter, session.runtime.clock.now()) };
    }
    const { query } = this.#asked;
    try {
      this.#sight = await reader.look({ query, rows, chosen, held });
      this.#error = null;
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      // What was seen before stays, with why it may not be so any more.
      this.#error = error;
    }
  }

  state(): TimelineState {
    const { session, wish } = this.parts;
    const { picture } = session;
    if (picture.kind === 'no-folder') return picture;
    const readOnly = vscode.workspace.isTrusted ? null : UNTRUSTED;
    if (picture.kind === 'no-project') return { kind: 'no-project', readOnly, problems: problemRows(picture.problems) };
    const { projects } = session;
    return timelineState({
      picture,
      projects,
      sight: this.#sight,
      error: this.#error,
      wish: wish.wanted,
      now: session.runtime.clock.now(),
    });
  }

  /** Whoever does not trust a folder has nothing written in it, and nothing of it read but its files. */
  #readingOf({ root }: ProjectPicture): Reading {
    const read = vscode.workspace.isTrusted ? 'log' : 'files';
    const key = JSON.stringify([root, read]);
    if (this.#reading?.key === key) return this.#reading;
    this.#leave();
    const reader = new TimelineReader({ root, read, renewed: () => this.#changed.fire() });
    const changed = () => {
      reader.changed();
      this.#changed.fire();
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
    this.#sight = null;
    this.#error = null;
  }

  take(step: TimelineStep): string | null {
    const refusal = this.#refusalOf(step);
    if (refusal !== null) return refusal;
    this.#do(step).catch((error: unknown) => sayError(error, 'cortex.timeline.open', this.parts.log));
    return null;
  }

  /** The page may ask for nothing but what it was told. */
  #refusalOf(step: TimelineStep): string | null {
    const state = this.state();
    const told = state.kind === 'timeline' ? state.snapshot.problems : state.kind === 'no-project' ? state.problems : [];
    switch (step.kind) {
      case 'open-problem':
        return told.some(({ place }) => place?.file === step.file) ? null : notTold(step.file);
      case 'open-file':
        return this.#sight?.detail?.files.first.includes(step.file) === true ? null : notTold(step.file);
      case 'resolve':
        return this.#sight?.detail?.row.id === step.entry ? null : notTold(step.entry);
      default:
        return null;
    }
  }

  /** An entry, as the page shows it. */
  #shown(entry: string): Pick<EntryRow, 'action' | 'outcome'> | undefined {
    const row = this.#sight?.detail?.row;
    return row?.id === entry ? row : undefined;
  }

  async #do(step: TimelineStep): Promise<void> {
    switch (step.kind) {
      case 'init':
        return runCommand('cortex.init');
      case 'choose-project':
        return runCommand('cortex.project.choose');
      case 'add':
        return runCommand('cortex.timeline.add');
      case 'resolve':
        return runCommand('cortex.timeline.resolve', {
          kind: 'entry',
          id: step.entry,
          action: this.#shown(step.entry)?.action,
          outcome: this.#shown(step.entry)?.outcome,
        });
      case 'open-file':
        return this.#openFile(step.file);
      case 'open-problem':
        return openPlace(step.file, step.line, step.column);
    }
  }

  /** @throws CortexError for what is not in the project */
  async #openFile(file: string): Promise<void> {
    const { session } = this.parts;
    if (session.picture.kind !== 'project') return;
    try {
      await openPlace(resolveInside(session.runtime.fs, session.picture.root, file), 1, 1);
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError)) throw error;
      sayDone(`${oneLine(file)} is not there any more.`);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#leave();
  }
}

const notTold = (value: string): string => `The dashboard asked for something that it was not told of: ${oneLine(value, 300)}`;
