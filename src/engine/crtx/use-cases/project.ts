import type { OperationContext, Outcome } from '../../kernel/operation.ts';
import { CortexIO } from '../cortex-io.ts';
import type { InitOutput } from '../operations/project.ts';

/** Makes `.cortex/` in the directory itself, never in one above; a second time changes nothing. */
export async function initProject({ runtime, directory }: OperationContext): Promise<Outcome<InitOutput>> {
  const root = runtime.fs.realpathSync(directory);
  const io = new CortexIO(root, runtime);
  const created = !io.exists();
  await io.init();
  return { ok: true, output: { root, created } };
}
