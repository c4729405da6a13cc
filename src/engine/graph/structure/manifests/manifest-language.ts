import { isPage } from '../../configs.ts';
import { languageOf } from '../../languages.ts';
import { mayBeScript } from '../../scripts.ts';
import { nameOf } from '../paths.ts';
import { JAVA_SERVICES } from '../texts/java-services.ts';

/** Manifests and settings that affect import resolution, with a file extension of the language that they affect. */
const LANGUAGES: readonly (readonly [name: RegExp, extension: string])[] = [
  [
    /^(?:package\.json|pnpm-workspace\.yaml|\.yarnrc\.yml|lerna\.json|(?:[^/]+\.)?[tj]sconfig[^/]*\.json|deno(?:\.[\w-]+)?\.jsonc?|[^/]+\.importmap|import[_-]?map\.json)$/,
    'ts',
  ],
  [/^go\.(?:mod|work)$/, 'go'],
  [/^Cargo\.toml$/, 'rs'],
  [/^(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|[^/]+\.versions\.toml)$/, 'java'],
  [/^(?:pyproject\.toml|Pipfile|setup\.(?:cfg|py)|(?:pytest|tox|\.?mypy)\.ini|pyrightconfig\.json|requirements[^/]*\.txt)$/, 'py'],
];

/**
 * Returns the language whose imports a manifest affects, or whose sources a text loads by name, as an extension without the dot; `null` if
 * there is none.
 */
export function languageOfManifest(path: string): string | null {
  if (isPage(path)) return 'ts';
  if (JAVA_SERVICES.test(path)) return 'java';
  const name = nameOf(path);
  return LANGUAGES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Languages of scripts whose names have no ending. */
const OF_SCRIPTS = ['ts', 'py'];

/**
 * Returns the languages that a source may have in the same form, to find the manifests that affect its imports. A name without an ending
 * does not show which; empty if it is not a source.
 */
export function languagesOfSource(path: string): readonly string[] {
  const name = languageOf(path)?.name;
  if (name === undefined) return mayBeScript(path) ? OF_SCRIPTS : [];
  return [{ typescript: 'ts', tsx: 'ts', javascript: 'ts', python: 'py', go: 'go', rust: 'rs', java: 'java' }[name]];
}
