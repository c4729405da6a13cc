import type { Cursor } from './cursor.ts';

/** Reading what was saved, perhaps by another version of a page: what makes no sense counts as not saved. */

export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

export const asIndex = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0);

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const asTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

export function asCursor(value: unknown): Cursor | null {
  const id = fieldOf(value, 'id');
  return typeof id === 'string' ? { index: asIndex(fieldOf(value, 'index')), id, awaited: false } : null;
}
