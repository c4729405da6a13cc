import * as vscode from 'vscode';
import { runCommand } from '../../commands/run-command.ts';
import { sayError } from '../../commands/say.ts';
import { oneLine } from '../../model/text.ts';
import { titlesIn } from '../../needs/model/settling.ts';
import type { Page } from '../dashboards.ts';
import { fillPanel } from '../page-panel.ts';
import type { Lead } from './lines.ts';
import type { OverviewState, OverviewStep } from './protocol.ts';
import { overviewStepSchema, overviewViewSchema } from './protocol.ts';
import { type OverviewParts, OverviewSources } from './sources.ts';
import { type OverviewTold, overviewChanges, overviewOf } from './state.ts';

/** The Overview: five answers on one screen, each leading to where it is (docs/decisions/0021-overview-swarm-locks-timeline.md). */
export function overviewPage(parts: OverviewParts, extension: vscode.Uri): Page {
  return (panel) => {
    const desk = new OverviewDesk(parts);
    const content = {
      page: 'overview' as const,
      viewSchema: overviewViewSchema,
      stepSchema: overviewStepSchema,
      drawing: parts.session.drawing.bind(parts.session),
      prepare: () => desk.prepare(),
      stateFor: () => desk.state,
      changesOf: overviewChanges,
      take: (step: OverviewStep) => desk.take(step),
      onDidChange: desk.onDidChange,
    };
    return vscode.Disposable.from(fillPanel(panel, content, extension, parts.log), desk);
  };
}

const NOTHING: OverviewTold = { state: { project: null, cards: [], now: 0, readOnly: null }, leads: new Map() };

/** What the dashboard shows, and what is done from it, as long as its tab is open. */
class OverviewDesk implements vscode.Disposable {
  readonly #sources: OverviewSources;
  /** The page may ask for what it was told, and for nothing else. */
  #told = NOTHING;

  constructor(private readonly parts: OverviewParts) {
    this.#sources = new OverviewSources(parts);
  }

  get onDidChange(): vscode.Event<void> {
    return this.#sources.onDidChange;
  }

  async prepare(): Promise<void> {
    this.#told = overviewOf(await this.#sources.read(), titlesIn(this.parts.team));
  }

  get state(): OverviewState {
    return this.#told.state;
  }

  take(step: OverviewStep): string | null {
    const lead: Lead | undefined = step.kind === 'go' ? this.#told.leads.get(step.id) : { command: 'cortex.project.choose' };
    // What is pressed may be gone by now; whoever sees the page sees that, too.
    if (lead === undefined) return `The Overview asked for what it does not show, or not any more: ${oneLine(JSON.stringify(step), 300)}`;
    const failed = (error: unknown) => sayError(error, lead.command, this.parts.log);
    runCommand(lead.command, lead.subject).then(undefined, failed);
    return null;
  }

  dispose(): void {
    this.#sources.dispose();
  }
}
