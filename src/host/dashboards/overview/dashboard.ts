import { runCommand } from '../../commands/run-command.ts';
import { taskTitles } from '../../needs/model/need-commands.ts';
import { NotShownError, PageContent } from '../page-content.ts';
import { STEP_COMMANDS } from '../step-commands.ts';
import type { OverviewState, OverviewStep, OverviewView } from './protocol.ts';
import { overviewStepSchema, overviewViewSchema } from './protocol.ts';
import { type OverviewParts, OverviewSources } from './sources.ts';
import { buildOverviewCards, findOverviewChanges, type OverviewShown } from './state.ts';

const NOTHING: OverviewShown = { state: { project: null, cards: [], pausing: null, now: 0, readOnly: null }, leads: new Map() };

/** The Overview: five cards on one screen that link to their details (docs/decisions/0021-overview-swarm-locks-timeline.md). */
export class OverviewDashboard extends PageContent<OverviewState, OverviewView, OverviewStep> {
  /** The state that the page received last. The page may request nothing outside of it. */
  #shown = NOTHING;

  constructor(
    private readonly parts: OverviewParts,
    private readonly sources = new OverviewSources(parts),
  ) {
    const { session } = parts;
    super({ page: 'overview', viewSchema: overviewViewSchema, stepSchema: overviewStepSchema, session }, [sources.onDidChange]);
  }

  override async prepare(): Promise<void> {
    this.#shown = buildOverviewCards(await this.sources.read(), taskTitles(this.parts.team));
  }

  override stateFor(): OverviewState {
    return this.#shown.state;
  }

  override changesOf(before: OverviewState, now: OverviewState): OverviewState | null {
    return findOverviewChanges(before, now);
  }

  override async take(step: OverviewStep): Promise<void> {
    if (step.kind !== 'go') return runCommand(STEP_COMMANDS.overview[step.kind]);
    // The line may no longer exist. The page then already shows a newer state, so the request is only logged.
    const lead = this.#shown.leads.get(step.id);
    if (lead === undefined) throw new NotShownError(step.id);
    return runCommand(lead.command, lead.subject);
  }

  override dispose(): void {
    super.dispose();
    this.sources.dispose();
  }
}
