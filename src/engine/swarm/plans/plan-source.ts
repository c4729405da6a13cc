import { CortexError, type ErrorData } from '../../platform/errors.ts';
import { type JsonPath, lineAndColumn } from '../../text/json-position.ts';

export const NEXT = 'Correct the plan and try again; nothing was written.';

/** A value on the way through a plan; its path is put together only when it is asked for. */
export interface PlanVisit {
  readonly value: unknown;
  readonly parent: PlanVisit | null;
  /** What leads to it from the parent: one part, or more where what lies between is not visited itself. */
  readonly parts: JsonPath;
}

/** @param visit `null` for the path of the whole */
export function pathTo(visit: PlanVisit | null): JsonPath {
  const parts: JsonPath[] = [];
  for (let at = visit; at !== null; at = at.parent) parts.push(at.parts);
  return parts.reverse().flat();
}

/** A plan's text, what it says, and where things stand in it. */
export abstract class PlanSource {
  abstract readonly value: unknown;

  constructor(
    protected readonly text: string,
    readonly file: string,
  ) {}

  /** Where a value begins, or the nearest one around it; `null` where there is nothing. */
  protected abstract offsetOf(path: JsonPath): number | null;

  /** Where a key of the object at `path` begins; `null` when it has none of that name. */
  protected abstract offsetOfKey(path: JsonPath, name: string): number | null;

  broken(message: string, data: ErrorData = {}): CortexError {
    return new CortexError('broken-file', message, { next: NEXT, file: this.file, ...data });
  }

  /** Where a value stands, or the nearest one around it. */
  placeOf(path: JsonPath): ErrorData {
    return this.position(this.offsetOf(path));
  }

  /** Where a key of the object at `path` stands. */
  placeOfKey(path: JsonPath, name: string): ErrorData {
    return this.position(this.offsetOfKey(path, name));
  }

  protected position(offset: number | null): ErrorData {
    return offset === null ? {} : lineAndColumn(this.text, offset);
  }

  /** A number without bounds (`.inf`, `.nan`, `1e999`) is one that no file of ours can hold. @throws CortexError `broken-file` */
  protected requireFinite(): void {
    const path = infinite(this.value);
    if (path === null) return;
    const offset = this.offsetOf(path);
    const [typed = ''] = /^[^\s,\]}]{1,60}/.exec(this.text.slice(offset ?? 0)) ?? [];
    throw this.broken(`${typed} is not a number that can be kept`, { allowed: 'a finite number', ...this.position(offset) });
  }
}

/** The path of the first number without bounds, without recursion: a plan may be deep. */
function infinite(value: unknown): JsonPath | null {
  const visits: PlanVisit[] = [{ value, parent: null, parts: [] }];
  // What an alias repeats is one value.
  const seen = new Set<unknown>();
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { value: found } = visit;
    if (typeof found === 'number' && !Number.isFinite(found)) return pathTo(visit);
    if (typeof found !== 'object' || found === null || seen.has(found)) continue;
    seen.add(found);
    const isList = Array.isArray(found);
    for (const [key, part] of Object.entries(found)) visits.push({ value: part, parent: visit, parts: [isList ? Number(key) : key] });
  }
  return null;
}
