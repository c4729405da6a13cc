import type { StackFingerprint } from '../../crtx/schema/dna.ts';

export type StackKind = keyof StackFingerprint;

/**
 * What is known of the names in one ecosystem: for each kind of thing, the name as manifests have it and what people call it. A name
 * that ends in `*` stands for all that begin like it; the longest one counts. Sorted, one a line, so that adding one is one line.
 */
export type KnownNames = Readonly<Partial<Record<StackKind, Readonly<Record<string, string>>>>>;
