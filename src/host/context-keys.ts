import * as vscode from 'vscode';
import { type DecisionAction, getDecisions } from './model/swarm/decisions.ts';
import { determinePhase } from './model/swarm/swarm-phase.ts';
import { type ViewModel, welcomeState } from './model/swarm/view-model.ts';
import { readPauseStates } from './pause-states.ts';
import type { ProjectSession } from './session.ts';
import type { TeamSession } from './team/team-session.ts';

/**
 * Sets the context keys for `when` clauses of package.json: `cortex.state`, `cortex.severalProjects` (more than one folder),
 * `cortex.phase` and `cortex.strategy` of the swarm, `cortex.canVote`, `cortex.canPick`, `cortex.canApprove` (such a decision is open), and `cortex.canPauseAll`,
 * `cortex.canResumeAll` (some swarm or team can be paused, or is paused).
 */
export function registerContextKeys(session: ProjectSession, team: TeamSession): vscode.Disposable {
  const set = new Map<string, unknown>();
  const put = (key: string, value: unknown) => {
    if (set.get(key) === value) return;
    set.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  };
  const update = session.drawing(() => {
    put('cortex.state', welcomeState(session.viewModel));
    put('cortex.severalProjects', session.folders.length > 1);
    const { phase, strategy, ways } = swarmKeys(session.viewModel);
    put('cortex.phase', phase);
    put('cortex.strategy', strategy);
    put('cortex.canVote', ways.has('vote'));
    put('cortex.canPick', ways.has('pick'));
    put('cortex.canApprove', ways.has('approve'));
    const { canPause, canResume } = readPauseStates(session, team);
    put('cortex.canPauseAll', canPause);
    put('cortex.canResumeAll', canResume);
  });
  return vscode.Disposable.from(
    update,
    session.onDidChangeAny(() => void update.request()),
    team.onDidChange(() => void update.request()),
  );
}

function swarmKeys(viewModel: ViewModel) {
  const view = viewModel.kind === 'project' ? viewModel.view : null;
  const manifest = view?.manifest ?? null;
  if (view === null || manifest === null) return { phase: 'none', strategy: 'none', ways: new Set<DecisionAction>() };
  return { phase: determinePhase(manifest, view), strategy: manifest.strategy, ways: getDecisions(manifest).ways };
}
