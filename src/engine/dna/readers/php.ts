import { at, keysOf, textOf, textsIn } from '../../text/foreign-data.ts';
import type { ManifestFacts } from '../facts.ts';

/** Parses `composer.json`. */
export function readComposer(text: string): ManifestFacts {
  const manifest: unknown = JSON.parse(text);
  const bin = at(manifest, 'bin');
  return {
    ecosystem: 'php',
    name: textOf(at(manifest, 'name')),
    purpose: textOf(at(manifest, 'description')),
    dependencies: ['require', 'require-dev'].flatMap((key) => keysOf(at(manifest, key))),
    forDevelopment: keysOf(at(manifest, 'require-dev')),
    stack: { languages: ['PHP'] },
    entryPoints: textsIn(typeof bin === 'string' ? [bin] : bin),
  };
}
