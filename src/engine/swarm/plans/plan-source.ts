import { CortexError, type ErrorData } from '../../platform/errors.ts';
import { EXACT_NUMBER, type InexactNumber } from '../../text/json/inexact-numbers.ts';
import { type JsonPath, lineAndColumn } from '../../text/json/json-position.ts';

/** Longest number to show, in characters. */
const SHOWN = 60;

export const NEXT = 'Correct the plan and try again; nothing was written.';

/** A value visited in a plan. Its path is built only when needed. */
export interface PlanVisit {
  readonly value: unknown;
  readonly parent: PlanVisit | null;
  /** The path from the parent: one part, or several when the values in between are not visited. */
  readonly parts: JsonPath;
}

/** @param visit `null` for the path of the whole plan */
export function pathTo(visit: PlanVisit | null): JsonPath {
  const parts: JsonPath[] = [];
  for (let at = visit; at !== null; at = at.parent) parts.push(at.parts);
  return parts.reverse().flat();
}

/** The text of a plan, its value, and the positions of values in the text. */
export abstract class PlanSource {
  abstract readonly value: unknown;

  constructor(
    protected readonly text: string,
    readonly file: string,
  ) {}

  /** Returns the offset of a value, or of the nearest one around it; `null` if there is none. */
  protected abstract offsetOf(path: JsonPath): number | null;

  /** Returns the offset of a key of the object at `path`; `null` if the object has no such key. */
  protected abstract offsetOfKey(path: JsonPath, name: string): number | null;

  broken(message: string, data: ErrorData = {}): CortexError {
    return new CortexError('broken-file', message, { next: NEXT, file: this.file, ...data });
  }

  /** Returns the position of a value, or of the nearest one around it. */
  placeOf(path: JsonPath): ErrorData {
    return this.position(this.offsetOf(path));
  }

  /** Returns the position of a key of the object at `path`. */
  placeOfKey(path: JsonPath, name: string): ErrorData {
    return this.position(this.offsetOfKey(path, name));
  }

  protected position(offset: number | null): ErrorData {
    return offset === null ? {} : lineAndColumn(this.text, offset);
  }

  /** Rejects numbers that are not finite (`.inf`, `.nan`, `1e999`), because JSON cannot hold them. @throws CortexError `broken-file` */
  protected requireFinite(): void {
    const path = infinite(this.value);
    if (path === null) return;
    const offset = this.offsetOf(path);
    const [typed = ''] = /^[^\s,\]}]{1,60}/.exec(this.text.slice(offset ?? 0)) ?? [];
    throw this.broken(`${typed} is not a finite number`, { allowed: 'a finite number', ...this.position(offset) });
  }

  /** Returns the error for a number that a double cannot hold as written. */
  protected wouldChange({ written, offset }: Pick<InexactNumber, 'written' | 'offset'>): CortexError {
    return this.broken(`${written.slice(0, SHOWN)} would become ${Number(written)}`, { allowed: EXACT_NUMBER, ...this.position(offset) });
  }
}

/** Returns the path of the first number that is not finite. Uses no recursion, because a plan may be deep. */
function infinite(value: unknown): JsonPath | null {
  const visits: PlanVisit[] = [{ value, parent: null, parts: [] }];
  // A YAML alias yields the same object again, so each object is visited once.
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
