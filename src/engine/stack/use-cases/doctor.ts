import type { Outcome } from '../../platform/operation.ts';
import { diagnoseStacks } from '../doctor.ts';
import type { StackFinding } from '../findings.ts';
import type { DoctorOutput } from '../schemas/reading.ts';
import { unmergedFindings } from '../unmerged.ts';
import { stackOperation, stacksAround } from './in-stacks.ts';

function findingView({ severity, code, file, line, message, next }: StackFinding): DoctorOutput['findings'][number] {
  return { severity, code, file, line, message, next: next ?? null };
}

/** Lists the problems in the files of all stacks (rulings, all protocols 9). `ok` is false when there are errors. */
export const examineStacks = stackOperation(async (stacks): Promise<Outcome<DoctorOutput>> => {
  const { stacks: all } = stacksAround(stacks);
  const findings = [...diagnoseStacks(stacks), ...(await unmergedFindings(stacks))].map(findingView);
  const count = (wanted: StackFinding['severity']) => findings.filter(({ severity }) => severity === wanted).length;
  const errors = count('error');
  return { ok: errors === 0, output: { root: stacks.root, stacks: all.length, findings, errors, warnings: count('warning') } };
});
