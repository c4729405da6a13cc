import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { readStatus } from './status.ts';
import type { StatusInput, StatusOutput } from './status-schemas.ts';

/** Shows everything at a glance. With `watch` and a receiver, again after each change until the operation is aborted. */
export async function showStatus(context: OperationContext, { watch, ...named }: StatusInput): Promise<Outcome<StatusOutput>> {
  if (!watch || context.emit === undefined) return readStatus(context, named);
  const { watchStatus } = await import('./watch-status.ts');
  return watchStatus(context, named, context.emit);
}
