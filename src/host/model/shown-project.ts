import { basename } from 'node:path';
import type { ShownProject } from '../dashboards/protocol.ts';
import { clipText } from './pages.ts';
import type { NoProjectViewModel, ProjectViewModel } from './swarm/view-model.ts';

/** Describes the project that is shown. @param projects all open projects, including that one */
export function describeShownProject(
  viewModel: NoProjectViewModel | ProjectViewModel,
  projects: readonly { readonly root: string }[],
): ShownProject {
  const place = viewModel.kind === 'project' ? viewModel.root : viewModel.folder;
  const others = projects.map(({ root }) => root).filter((root) => root !== place);
  return { name: distinctName(place, others), others: others.length };
}

/** Returns the name of a folder, or its full path if another folder has the same name. @param others paths of the other folders */
export function distinctName(place: string, others: readonly string[]): string {
  const name = basename(place);
  return clipText(others.some((other) => basename(other) === name) ? place : name);
}
