import { CrtxContent } from '../../src/host/crtx/crtx-content.ts';
import { type CrtxReading, parseReading } from '../../src/host/crtx/crtx-reading.ts';
import { crtxState } from '../../src/host/crtx/crtx-state.ts';
import type { CrtxState, CrtxStep, CrtxView } from '../../src/host/crtx/protocol.ts';
import { crtxStepSchema, crtxViewSchema } from '../../src/host/crtx/protocol.ts';
import { changedSnapshot } from '../../src/host/dashboards/page-state.ts';
import { NOW } from '../unit/host/view-models.ts';
import type { PageHost } from './dashboard-page.ts';

/** What a stand-in has to show: the text of a file, or what was read of one. */
export interface CrtxFile {
  readonly name: string;
  readonly content: string | CrtxReading;
  readonly isOfProject?: boolean;
}

/** Answers the readable view of a file as the editor's host does, from a text that a test makes up. */
export class CrtxHost implements PageHost<CrtxState, CrtxView, CrtxStep> {
  readonly page = 'crtx';
  readonly views: CrtxView[] = [];
  readonly steps: CrtxStep[] = [];
  readonly #content = new CrtxContent({
    changed: () => this.#push(),
    monotonic: () => performance.now(),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  #reading: CrtxReading;
  #shown: CrtxState | null = null;
  #show: (state: CrtxState) => void = () => undefined;

  constructor(private file: CrtxFile) {
    this.#reading = CrtxHost.#read(file);
  }

  connect(show: (state: CrtxState) => void): void {
    this.#show = show;
  }

  look(view: CrtxView): void {
    this.views.push(crtxViewSchema.parse(view));
    this.#shown = null;
    this.#push();
  }

  take(step: CrtxStep): void {
    this.steps.push(crtxStepSchema.parse(step));
  }

  /** Changes what the file says, and tells the page. */
  change(file: CrtxFile): void {
    this.file = file;
    this.#reading = CrtxHost.#read(file);
    this.#push();
  }

  static #read({ name, content }: CrtxFile): CrtxReading {
    return typeof content === 'string' ? parseReading(Buffer.from(content), name) : content;
  }

  #push(): void {
    const view = this.views.at(-1);
    if (view === undefined) return;
    const sight = this.#content.look(this.#reading.value, view);
    const { name, isOfProject = true } = this.file;
    const now = crtxState({ name, reading: this.#reading, visible: sight, isOfProject, now: NOW });
    const before = this.#shown;
    this.#shown = now;
    const push = before === null ? now : changedSnapshot<CrtxState>(before, now);
    if (push !== null) this.#show(push);
  }
}
