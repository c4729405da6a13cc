import { languageOf } from '../languages.ts';
import { nameOf } from './paths.ts';

/** Which manifests and settings decide where imports lead, and an extension of the language that those are written in. */
const LANGUAGES: readonly (readonly [name: RegExp, extension: string])[] = [
  [/^(?:package\.json|pnpm-workspace\.yaml|lerna\.json|(?:[^/]+\.)?[tj]sconfig[^/]*\.json)$/, 'ts'],
  [/^go\.(?:mod|work)$/, 'go'],
  [/^Cargo\.toml$/, 'rs'],
  [/^(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|[^/]+\.versions\.toml)$/, 'java'],
  [/^(?:pyproject\.toml|Pipfile|setup\.(?:cfg|py)|(?:pytest|tox|\.?mypy)\.ini|pyrightconfig\.json|requirements[^/]*\.txt)$/, 'py'],
];

/** The language whose imports a manifest decides, as an extension without its dot; `null` for what decides about none. */
export function languageOfManifest(path: string): string | null {
  const name = nameOf(path);
  return LANGUAGES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The same of a source: which manifests decide where its imports lead. */
export function languageOfSource(path: string): string | null {
  const name = languageOf(path)?.name;
  if (name === undefined) return null;
  return { typescript: 'ts', tsx: 'ts', javascript: 'ts', python: 'py', go: 'go', rust: 'rs', java: 'java' }[name];
}
