import * as vscode from 'vscode';
import { teamDrop } from '../model/drops.ts';
import { PictureView } from '../views/view-model-tree.ts';
import { rowDrops } from '../views/row-drops.ts';
import { type TeamPicture, takePicture } from './model/team-view-model.ts';
import { teamRows } from './model/team-rows.ts';
import type { TeamSession } from './team-session.ts';

/** Agents fall silent without a change of any file. */
const AGAIN_MS = 60_000;

/** Registers the Teams view, and keeps it and the context key `cortex.team` as the notes are. */
export function registerTeamView(team: TeamSession): vscode.Disposable {
  const { session } = team;
  const view = new PictureView<TeamPicture | null>({
    ...{ id: 'cortex.team', session, ready: () => team.ready(), drops: rowDrops('cortex.team', teamDrop) },
    take: () => {
      const [store, config] = [team.store(), team.config()];
      return store === null || config === null ? null : takePicture(store, config, team.problem(), session.runtime.clock.now());
    },
    rows: (picture) => (picture === null ? [] : teamRows(picture)),
    frame: (picture) => ({
      isShown: picture !== null,
      key: keyOf(picture, team.problem()),
      againMs: picture === null ? null : AGAIN_MS,
    }),
  });
  return vscode.Disposable.from(
    view,
    team.onDidChange(() => view.draw()),
  );
}

/** Which welcome the empty view shows. */
function keyOf(picture: TeamPicture | null, problem: string | null): 'none' | 'broken' | 'empty' | 'team' {
  if (picture === null) return problem === null ? 'none' : 'broken';
  return picture.status.agents.length === 0 && picture.projects.length === 0 ? 'empty' : 'team';
}
