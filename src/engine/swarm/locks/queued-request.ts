import { compareText, type LockRequest, type QueuedRequest } from './lock-types.ts';

/** Converts a request to a queue entry. A path both in `paths` and `shared` gets the request's `type`. @param now milliseconds */
export function queuedRequest({ paths, shared = [], waitMs, ...request }: LockRequest, now: number): QueuedRequest {
  const named = new Set(paths);
  const beside = [...new Set(shared)].filter((path) => !named.has(path)).sort(compareText);
  const plan = { ...request, paths: [...named, ...beside].sort(compareText), ...(beside.length > 0 && { shared: beside }) };
  return { ...plan, requestedAt: now, until: now + waitMs };
}
