import * as vscode from 'vscode';
import { manifestOf, type ProjectPicture, problemsOf } from '../../model/swarm/picture.ts';
import { dashboardState } from '../../model/swarm/snapshot.ts';
import { oneLine } from '../../model/text.ts';
import type { ProjectSession } from '../../session.ts';
import type { Page } from '../dashboards.ts';
import { fillPanel } from '../page-panel.ts';
import { SwarmPast } from './past.ts';
import type { DashboardState, Step, View } from './protocol.ts';
import { isLook, mayTake, stepSchema, viewSchema } from './protocol.ts';
import { takeStep } from './steps.ts';

/** The Swarm dashboard. */
export function swarmPage(session: ProjectSession, extension: vscode.Uri, log: vscode.LogOutputChannel): Page {
  return (panel) => {
    const desk = new SwarmDesk(session, panel);
    const content = {
      page: 'swarm' as const,
      viewSchema,
      stepSchema,
      drawing: session.drawing.bind(session),
      stateFor: (view: View) => desk.stateFor(view),
      take: (step: Step) => desk.take(step),
      onDidChange: desk.onDidChange,
    };
    return vscode.Disposable.from(fillPanel(panel, content, extension, log), desk);
  };
}

/** What the dashboard shows, and what is done from it, as long as its tab is open. */
class SwarmDesk implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #past: SwarmPast | null = null;
  /** Whether the page shows another moment than now. */
  #isPast = false;

  constructor(
    private readonly session: ProjectSession,
    private readonly panel: vscode.WebviewPanel,
  ) {
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      session.onDidChange(() => this.#changed.fire()),
    );
  }

  stateFor(view: View): DashboardState {
    const state = this.#look(view);
    this.#isPast = state.kind === 'swarm' && state.snapshot.history?.kind === 'known' && state.snapshot.history.past !== null;
    return state;
  }

  #look(view: View): DashboardState {
    const { picture } = this.session;
    if (picture.kind !== 'project') return dashboardState(picture, view);
    const swarm = manifestOf(picture)?.id ?? null;
    const burnDown = view.burnDown && swarm !== null ? this.#pastOf(picture).burnDown(swarm) : null;
    if (view.history === null) return dashboardState(picture, view, { burnDown });
    const { history, picture: shown } = this.#pastOf(picture).look(view.history.at, picture);
    return dashboardState(shown, view, { burnDown, history });
  }

  #pastOf({ root }: ProjectPicture): SwarmPast {
    if (this.#past?.root !== root) {
      this.#past?.dispose();
      const { runtime } = this.session;
      this.#past = new SwarmPast({ runtime, root, isSeen: () => this.panel.visible, changed: () => this.#changed.fire() });
    }
    return this.#past;
  }

  take(step: Step): string | null {
    if (!mayTake(step, problemsOf(this.session.picture))) {
      return `The dashboard asked for a file that is not broken, or not any more: ${oneLine(JSON.stringify(step), 300)}`;
    }
    if (this.#isPast && !isLook(step)) return `The dashboard asked for a change while it showed the past: ${step.kind}`;
    void takeStep(step);
    return null;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#past?.dispose();
  }
}
