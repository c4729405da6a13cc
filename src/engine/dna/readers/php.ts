import { keysOf, textOf, textsIn, valueAt } from '../../text/foreign-data.ts';
import type { ManifestFacts } from '../facts.ts';

/** Parses `composer.json`. */
export function readComposer(text: string): ManifestFacts {
  const manifest: unknown = JSON.parse(text);
  const bin = valueAt(manifest, 'bin');
  return {
    ecosystem: 'php',
    name: textOf(valueAt(manifest, 'name')),
    purpose: textOf(valueAt(manifest, 'description')),
    dependencies: ['require', 'require-dev'].flatMap((key) => keysOf(valueAt(manifest, key))),
    forDevelopment: keysOf(valueAt(manifest, 'require-dev')),
    stack: { languages: ['PHP'] },
    entryPoints: textsIn(typeof bin === 'string' ? [bin] : bin),
  };
}
