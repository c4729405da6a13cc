import * as vscode from 'vscode';
import { teamDrop } from '../model/drops.ts';
import { rowDrops } from '../views/row-drops.ts';
import { ViewModelTree } from '../views/view-model-tree.ts';
import { teamRows } from './model/team-rows.ts';
import { createTeamViewModel, type TeamViewModel } from './model/team-view-model.ts';
import type { TeamSession } from './team-session.ts';

/** Refresh interval, in milliseconds. Agents go down without a change of any file. */
const AGAIN_MS = 60_000;

/** Registers the Teams view, and updates it and the context key `cortex.team`. */
export function registerTeamView(team: TeamSession): vscode.Disposable {
  const { session } = team;
  const view = new ViewModelTree<TeamViewModel | null>({
    id: 'cortex.team',
    session,
    ready: () => team.ready(),
    drops: rowDrops('cortex.team', teamDrop),
    take: () => {
      const [store, config] = [team.store(), team.config()];
      return store === null || config === null ? null : createTeamViewModel(store, config, team.problem(), session.runtime.clock.now());
    },
    rows: (viewModel) => (viewModel === null ? [] : teamRows(viewModel)),
    frame: (viewModel) => ({
      isShown: viewModel !== null,
      key: keyOf(viewModel, team.problem()),
      againMs: viewModel === null ? null : AGAIN_MS,
    }),
  });
  return vscode.Disposable.from(
    view,
    team.onDidChange(() => view.draw()),
  );
}

/** Returns the context key that selects the welcome view. */
function keyOf(viewModel: TeamViewModel | null, problem: string | null): 'none' | 'broken' | 'empty' | 'team' {
  if (viewModel === null) return problem === null ? 'none' : 'broken';
  return viewModel.status.agents.length === 0 && viewModel.projects.length === 0 ? 'empty' : 'team';
}
