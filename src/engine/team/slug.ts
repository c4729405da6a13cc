import { isPortableFileName } from '../files/safe-path.ts';
import { CortexError } from '../platform/errors.ts';
import { withoutMarks } from '../text/ascii.ts';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Converts a name to a file name (seed 5, "Slug Derivation"; rulings, team 1). Empty if no characters remain. */
export function slugOf(name: string): string {
  const plain = withoutMarks(name).toLowerCase();
  const letters = plain.replace(/\s+/gu, '-').replace(/[^a-z0-9-]/g, '');
  return letters.replace(/-+/g, '-').replace(/^-|-$/g, '');
}

/**
 * Returns the key under which different spellings of a name are equal. Files of other programs need not be named by slugs. Names without a
 * slug, for example in other scripts, are compared ignoring case.
 */
export function nameKey(name: string): string {
  return SLUG.test(name) ? name : slugOf(name) || name.normalize('NFC').trim().toLowerCase();
}

/** Limit in characters, so that the file name with its extension is valid everywhere. */
const MAX_LENGTH = 100;

/** Checks that a slug is a valid file name on every operating system. @throws CortexError `invalid-input` */
function requireFileName(slug: string, next: string): string {
  if (slug.length > MAX_LENGTH)
    throw new CortexError('invalid-input', 'the slug is too long', {
      value: `${slug.slice(0, 40)}…`,
      allowed: `at most ${MAX_LENGTH} characters`,
      next,
    });
  if (!isPortableFileName(slug)) throw new CortexError('invalid-input', 'the name is reserved on Windows', { value: slug, next });
  return slug;
}

/**
 * Returns the typed slug, or the slug of the name.
 * @throws CortexError `invalid-input` if the typed slug is invalid, or the name yields none
 */
export function requireSlug(name: string, typed?: string): string {
  const slug = typed ?? slugOf(name);
  if (SLUG.test(slug)) return requireFileName(slug, typed === undefined ? 'Choose another slug with --slug.' : 'Choose another slug.');
  const allowed = 'lower-case letters a-z, digits, and single hyphens between them';
  if (typed !== undefined) throw new CortexError('invalid-input', 'not a valid slug', { value: typed, allowed, next: 'Correct it.' });
  throw new CortexError('invalid-input', 'cannot derive a slug from the name', {
    value: name,
    next: 'Choose a slug with --slug: a-z, 0-9, hyphens.',
  });
}
