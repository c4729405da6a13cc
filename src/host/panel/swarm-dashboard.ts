import type * as vscode from 'vscode';
import type { Step, View } from '../../contract/swarm.ts';
import { problemsOf } from '../model/picture.ts';
import { dashboardState } from '../model/snapshot.ts';
import { oneLine } from '../model/text.ts';
import type { ProjectSession } from '../session.ts';
import type { Page } from './dashboards.ts';
import { fillPanel } from './page-panel.ts';
import { mayTake, stepSchema, viewSchema } from './swarm-schema.ts';
import { takeStep } from './swarm-steps.ts';

/** The Swarm dashboard. */
export function swarmPage(session: ProjectSession, extension: vscode.Uri, log: vscode.LogOutputChannel): Page {
  const take = (step: Step): string | null => {
    if (!mayTake(step, problemsOf(session.picture))) {
      return `The dashboard asked for a file that is not broken, or not any more: ${oneLine(JSON.stringify(step), 300)}`;
    }
    void takeStep(step);
    return null;
  };
  const content = {
    page: 'swarm' as const,
    viewSchema,
    stepSchema,
    drawing: session.drawing.bind(session),
    stateFor: (view: View) => dashboardState(session.picture, view),
    take,
    onDidChange: session.onDidChange,
  };
  return (panel) => fillPanel(panel, content, extension, log);
}
