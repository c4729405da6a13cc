import type { StackFingerprint } from '../../crtx/schema/dna.ts';

export type StackKind = keyof StackFingerprint;

/**
 * Known names of one ecosystem: for each kind, the name in manifests and its display name. A name that ends in `*` is a prefix; the longest
 * matching one counts. Sorted, one for each line.
 */
export type KnownNames = Readonly<Partial<Record<StackKind, Readonly<Record<string, string>>>>>;
