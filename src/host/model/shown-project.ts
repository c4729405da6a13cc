import { basename } from 'node:path';
import type { ShownProject } from '../dashboards/protocol.ts';
import { clipped } from './pages.ts';
import type { NoProjectViewModel, ProjectViewModel } from './swarm/view-model.ts';

/** Which project is shown. @param projects all that are open, the one that is shown among them */
export function shownProject(
  viewModel: NoProjectViewModel | ProjectViewModel,
  projects: readonly { readonly root: string }[],
): ShownProject {
  const place = viewModel.kind === 'project' ? viewModel.root : viewModel.folder;
  const others = projects.map(({ root }) => root).filter((root) => root !== place);
  return { name: nameAmong(place, others), others: others.length };
}

/** The name of a folder; all of its path where another one is called the same. @param others their paths */
export function nameAmong(place: string, others: readonly string[]): string {
  const name = basename(place);
  return clipped(others.some((other) => basename(other) === name) ? place : name);
}
