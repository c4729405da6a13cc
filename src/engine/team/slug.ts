import { isPortableFileName } from '../files/safe-path.ts';
import { CortexError } from '../platform/errors.ts';
import { withoutMarks } from '../text/ascii.ts';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The file name that a name becomes (seed 5, "Slug Derivation"; rulings, team 1); empty when nothing of it is left. */
export function slugOf(name: string): string {
  const plain = withoutMarks(name).toLowerCase();
  const letters = plain.replace(/\s+/gu, '-').replace(/[^a-z0-9-]/g, '');
  return letters.replace(/-+/g, '-').replace(/^-|-$/g, '');
}

/**
 * By what names of one thing are the same: files of others are not always called as slugs are, and of some scripts nothing is left in one.
 * A name that has no slug is compared as it is, without case.
 */
export function nameKey(name: string): string {
  return SLUG.test(name) ? name : slugOf(name) || name.normalize('NFC').trim().toLowerCase();
}

/** With an extension behind it a file name must stay one everywhere. */
const LONGEST = 100;

/** @throws CortexError `invalid-input` for a slug that cannot be a file name on every system */
function requireFileName(slug: string, next: string): string {
  if (slug.length > LONGEST)
    throw new CortexError('invalid-input', 'the slug is too long', {
      value: `${slug.slice(0, 40)}…`,
      allowed: `at most ${LONGEST} characters`,
      next,
    });
  if (!isPortableFileName(slug))
    throw new CortexError('invalid-input', 'Windows keeps this name for itself, and no file can have it there', { value: slug, next });
  return slug;
}

/** A slug that was typed, or that of a name. @throws CortexError `invalid-input` when it is no slug, or nothing is left of the name */
export function requireSlug(name: string, typed?: string): string {
  const slug = typed ?? slugOf(name);
  if (SLUG.test(slug)) return requireFileName(slug, typed === undefined ? 'Say another one with --slug.' : 'Take another one.');
  const allowed = 'lower-case letters a-z, digits, and single hyphens between them';
  if (typed !== undefined) throw new CortexError('invalid-input', 'this is no slug', { value: typed, allowed, next: 'Correct it.' });
  throw new CortexError('invalid-input', 'no slug can be made from this name', {
    value: name,
    next: 'Say one with --slug: a-z, 0-9, hyphens.',
  });
}
