import { personId } from '../../commands/person.ts';
import { runCommand } from '../../commands/run-command.ts';
import type { Subject } from '../../model/row.ts';
import { dashboardState } from '../../model/swarm/snapshot.ts';
import { manifestOf, type ProjectViewModel } from '../../model/swarm/view-model.ts';
import type { ProjectSession } from '../../session.ts';
import { NotShownError, PageContent, type PageStep } from '../page-content.ts';
import { swarmCommand } from '../step-commands.ts';
import { SwarmPast } from './past.ts';
import type { DashboardState, Step, View } from './protocol.ts';
import { stepSchema, viewSchema } from './protocol.ts';

/** Requests that change nothing. They are also allowed while the past is shown. */
const LOOKS: readonly Step['kind'][] = ['show-task', 'open-file'];

/** The Swarm dashboard. */
export class SwarmDashboard extends PageContent<DashboardState, View, PageStep<Step>> {
  #past: SwarmPast | null = null;
  /** Whether the page shows a past time. */
  #isPast = false;

  /** @param isSeen whether the page is visible */
  constructor(
    private readonly session: ProjectSession,
    private readonly isSeen: () => boolean,
  ) {
    super({ page: 'swarm', viewSchema, stepSchema, session }, [session.onDidChange]);
  }

  override stateFor(view: View): DashboardState {
    const state = this.#look(view);
    this.#isPast = state.kind === 'swarm' && state.snapshot.history?.kind === 'known' && state.snapshot.history.past !== null;
    return state;
  }

  #look(view: View): DashboardState {
    const { viewModel } = this.session;
    if (viewModel.kind !== 'project') return dashboardState(viewModel, view);
    const swarm = manifestOf(viewModel)?.id ?? null;
    const past = this.#pastOf(viewModel);
    const burnDown = view.burnDown && swarm !== null ? past.burnDown(swarm) : null;
    const activity = swarm === null ? null : past.activity(swarm, view.activity, viewModel.now);
    const further = { burnDown, activity, person: personId() };
    if (view.history === null) return dashboardState(viewModel, view, further);
    const { history, viewModel: shown } = past.look(view.history.at, viewModel);
    return dashboardState(shown, view, { ...further, history });
  }

  #pastOf({ root }: ProjectViewModel): SwarmPast {
    if (this.#past?.root !== root) {
      this.#past?.dispose();
      const { runtime } = this.session;
      this.#past = new SwarmPast({ runtime, root, isSeen: this.isSeen, changed: () => this.changed() });
    }
    return this.#past;
  }

  override async take(step: PageStep<Step>): Promise<void> {
    if (this.#isPast && !LOOKS.includes(step.kind)) throw new NotShownError(step.kind);
    return runCommand(swarmCommand(step.kind), subjectOf(step));
  }

  override dispose(): void {
    super.dispose();
    this.#past?.dispose();
  }
}

/** Returns the argument of the command for a request. */
function subjectOf(step: PageStep<Step>): Subject | undefined {
  if ('agent' in step) return { kind: 'agent', id: step.agent };
  if ('task' in step) return { kind: 'task', id: step.task };
  if ('path' in step) return { kind: 'lock', path: step.path, agent: '' };
  if (!('decision' in step)) return undefined;
  const choice = step.kind === 'approve' ? (step.refuse ? 'no' : 'yes') : step.kind === 'vote' ? step.choice : null;
  return { kind: 'decision', id: step.decision, choice };
}
