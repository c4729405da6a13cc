import path from 'node:path';
import { verifyOutput } from '../../../engine/project/index.ts';
import { listProjectNeeds } from '../../../engine/workspace/project-needs.ts';
import { budgetRows, limitText } from '../../model/swarm/budget.ts';
import { getDecisions } from '../../model/swarm/decisions.ts';
import { determinePhase, swarmName } from '../../model/swarm/swarm-phase.ts';
import { getTaskIndex } from '../../model/swarm/task-index.ts';
import type { ProjectViewModel } from '../../model/swarm/view-model.ts';
import { counted, grouped, pickText } from '../../model/text.ts';
import { type Choice, choose } from '../ask.ts';
import { reportDone, reportOutcome } from '../notifications.ts';
import { openPlace } from '../open.ts';
import { runOperation, type Work } from '../operations.ts';
import { runCommand } from '../run-command.ts';
import { pickLock } from './pickers.ts';

/** Lists the state of the swarm. Every line opens the dashboard. @throws Cancelled */
export async function showStatus(viewModel: ProjectViewModel): Promise<void> {
  const { view } = viewModel;
  const manifest = view?.manifest ?? null;
  if (view === null || manifest === null) {
    reportDone('There is no swarm. Run "Cortex Swarm: Create Swarm" to create one.');
    return;
  }
  const index = getTaskIndex(manifest);
  const lines: Choice<null>[] = [
    {
      label: `$(pulse) ${pickText(swarmName(manifest))}`,
      description: `${determinePhase(manifest, view)} · ${index.percent} % · ${manifest.strategy}`,
      value: null,
    },
    {
      label: '$(checklist) Tasks',
      description: Object.entries(index.counts)
        .map(([status, count]) => `${grouped(count)} ${status}`)
        .join(', '),
      value: null,
    },
    { label: '$(law) Open decisions', description: String(getDecisions(manifest).open.length), value: null },
    { label: '$(lock) Locks', description: counted(view.locks.length, 'lock'), value: null },
  ];
  for (const row of budgetRows(manifest, view, viewModel.now)) {
    lines.push({ label: `$(graph) Budget: ${row.limit}`, description: limitText(row), value: null });
  }
  for (const { title, why } of listProjectNeeds(viewModel, viewModel.now)) {
    lines.push({ label: `$(warning) ${pickText(title, 80)}`, description: pickText(why), value: null });
  }
  await choose(lines, { title: 'Swarm Status', placeHolder: 'Choose a line to open the dashboard' });
  await runCommand('cortex.dashboard.open');
}

/** Lists the locks, and opens the file of the selected one. @throws Cancelled, NothingToChoose */
export async function showLocks(viewModel: ProjectViewModel): Promise<void> {
  const { path: lockPath, agentId } = await pickLock(viewModel, 'Locks');
  await runCommand('cortex.lock.open', { kind: 'lock', path: lockPath, agent: agentId });
}

/** Verifies all files, and opens the selected finding. @throws Cancelled, CortexError */
export async function verify(work: Work, viewModel: ProjectViewModel): Promise<void> {
  const outcome = await runOperation(work, 'verify', {});
  await reportOutcome(work, 'verify', outcome);
  const { files } = verifyOutput().parse(outcome.output);
  const choices = files.flatMap(({ file, findings }) =>
    findings.map(({ severity, message, line, column, next }) => ({
      label: `$(${severity}) ${pickText(file)}`,
      description: pickText(message, 200),
      ...(next !== null && { detail: pickText(next, 200) }),
      value: { file: path.join(viewModel.root, file), line: line ?? 1, column: column ?? 1 },
    })),
  );
  if (choices.length === 0) return reportDone(`No problems: ${counted(files.length, 'file')} checked.`);
  const { file, line, column } = await choose(choices, { title: 'Verify', placeHolder: counted(choices.length, 'finding') });
  await openPlace(file, line, column);
}
