import { runCommand } from '../../commands/run-command.ts';
import type { Subject } from '../../model/row.ts';
import { manifestOf, type ProjectPicture } from '../../model/swarm/view-model.ts';
import { dashboardState } from '../../model/swarm/snapshot.ts';
import type { ProjectSession } from '../../session.ts';
import { NotShown, type OwnStep, PageContent } from '../page-content.ts';
import { STEP_COMMANDS } from '../step-commands.ts';
import { SwarmPast } from './past.ts';
import type { DashboardState, Step, View } from './protocol.ts';
import { stepSchema, viewSchema } from './protocol.ts';

/** Steps that change nothing: they are taken also while the past is shown. */
const LOOKS: readonly Step['kind'][] = ['show-task', 'open-file'];

/** The Swarm dashboard. */
export class SwarmDashboard extends PageContent<DashboardState, View, OwnStep<Step>> {
  #past: SwarmPast | null = null;
  /** Whether the page shows another moment than now. */
  #isPast = false;

  /** @param isSeen whether somebody sees the page */
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
      this.#past = new SwarmPast({ runtime, root, isSeen: this.isSeen, changed: () => this.changed() });
    }
    return this.#past;
  }

  override async take(step: OwnStep<Step>): Promise<void> {
    if (this.#isPast && !LOOKS.includes(step.kind)) throw new NotShown(step.kind);
    return runCommand(STEP_COMMANDS.swarm[step.kind], subjectOf(step));
  }

  override dispose(): void {
    super.dispose();
    this.#past?.dispose();
  }
}

/** What a step is about. */
function subjectOf(step: OwnStep<Step>): Subject | undefined {
  if ('agent' in step) return { kind: 'agent', id: step.agent };
  if ('task' in step) return { kind: 'task', id: step.task };
  if ('path' in step) return { kind: 'lock', path: step.path, agent: '' };
  if (!('decision' in step)) return undefined;
  const choice = step.kind === 'approve' ? (step.refuse ? 'no' : 'yes') : step.kind === 'vote' ? step.choice : null;
  return { kind: 'decision', id: step.decision, choice };
}
