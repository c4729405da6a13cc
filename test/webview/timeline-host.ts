import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TimelineEntry } from '../../src/engine/crtx/index.ts';
import { renderCortexFile } from '../../src/engine/crtx/render.ts';
import { CortexError } from '../../src/engine/platform/errors.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import type { TimelineWindow } from '../../src/engine/timeline/index.ts';
import { TimelineReading } from '../../src/engine/timeline/reading/timeline-reading.ts';
import { changedSnapshot } from '../../src/host/dashboards/page-state.ts';
import type { EntryRequest, TimelineState, TimelineStep, TimelineView } from '../../src/host/dashboards/timeline/protocol.ts';
import { timelineStepSchema, timelineViewSchema } from '../../src/host/dashboards/timeline/protocol.ts';
import { timelineState, toQuery } from '../../src/host/dashboards/timeline/state.ts';
import type { ProjectViewModel } from '../../src/host/model/swarm/view-model.ts';
import { temporaryFolder } from '../support/folders.ts';
import { NOW } from '../unit/host/view-models.ts';
import type { PageHost } from './dashboard-page.ts';

/** A timeline, and what there is besides. */
export interface Told {
  /** What stands in `timeline.crtx`, or the text of a broken one. */
  readonly entries: readonly TimelineEntry[] | string;
  readonly viewModel: ProjectViewModel;
  readonly request: EntryRequest | null;
  /** Others that are open in the window; left out: none. */
  readonly others?: readonly { readonly root: string }[];
}

/** What a stand-in has to show. */
export type TimelineContent = Told | Exclude<TimelineState, { kind: 'timeline' }>;

/** Answers the Timeline dashboard as the editor's host does, from a file that a test makes up. To be made in a test. */
export class TimelineHost implements PageHost<TimelineState, TimelineView, TimelineStep> {
  readonly page = 'timeline';
  readonly views: TimelineView[] = [];
  readonly steps: TimelineStep[] = [];
  readonly pushes: TimelineState[] = [];
  readonly #root = temporaryFolder();
  readonly #reading = new TimelineReading(nodeRuntime(), { root: this.#root, read: 'files' }, () => this.#push());
  #window: TimelineWindow | null = null;
  #shown: TimelineState | null = null;
  #show: (state: TimelineState) => void = () => undefined;
  /** One answer at a time. */
  #turn: Promise<void> = Promise.resolve();

  constructor(private content: TimelineContent) {
    mkdirSync(path.join(this.#root, '.cortex'));
    this.#write();
  }

  connect(show: (state: TimelineState) => void): void {
    this.#show = show;
  }

  look(view: TimelineView): void {
    this.views.push(timelineViewSchema.parse(view));
    this.#shown = null;
    this.#push();
  }

  take(step: TimelineStep): void {
    this.steps.push(timelineStepSchema.parse(step));
  }

  /** Changes what there is, and tells the dashboard. */
  change(content: TimelineContent): void {
    this.content = content;
    this.#write();
    this.#reading.changed();
    this.#push();
  }

  /** Resolves when all was said that is to be said by now. */
  async settled(): Promise<void> {
    let last: Promise<void>;
    do {
      last = this.#turn;
      await last;
    } while (last !== this.#turn);
  }

  #write(): void {
    if ('kind' in this.content) return;
    const { entries } = this.content;
    const text = typeof entries === 'string' ? entries : renderCortexFile('timeline', 'shop', [...entries], { created: NOW, updated: NOW });
    writeFileSync(path.join(this.#root, '.cortex', 'timeline.crtx'), text);
  }

  #push(): void {
    this.#turn = this.#turn.then(() => this.#answer());
  }

  async #answer(): Promise<void> {
    const view = this.views.at(-1);
    if (view === undefined) return;
    const now = await this.#stateFor(view);
    const before = this.#shown;
    this.#shown = now;
    const push = before === null ? now : changedSnapshot<TimelineState>(before, now);
    if (push === null) return;
    this.pushes.push(push);
    this.#show(push);
  }

  async #stateFor({ filter, entries: rows, chosen, held }: TimelineView): Promise<TimelineState> {
    if ('kind' in this.content) return this.content;
    const { viewModel, request, others = [] } = this.content;
    let error: unknown = null;
    try {
      this.#window = await this.#reading.look({ query: toQuery(filter, NOW), rows, chosen, held });
    } catch (thrown) {
      if (!(thrown instanceof CortexError)) throw thrown;
      error = thrown;
    }
    return timelineState({ viewModel, projects: [viewModel, ...others], window: this.#window, error, request, now: NOW });
  }
}
