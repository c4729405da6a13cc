import { posix } from 'node:path';
import { type ManifestFacts, type ManifestReader, splitLines } from './facts.ts';
import { readCompose, readDockerfile, readPipeline } from './readers/containers.ts';
import { readDotnetProject, readSolution, readXmlSolution } from './readers/dotnet.ts';
import { readGoMod, readGoWork } from './readers/go.ts';
import { readGradle, readGradleSettings, readPom, readVersionCatalog } from './readers/java.ts';
import { readKubernetes } from './readers/kubernetes.ts';
import { readLerna, readPackageJson, readPnpmWorkspace } from './readers/npm.ts';
import { readComposer } from './readers/php.ts';
import { readPipfile, readPyproject, readRequirements, readSetupPy } from './readers/python.ts';
import { readGems } from './readers/ruby.ts';
import { readCargo } from './readers/rust.ts';

/** Readers by file name. The first match counts. */
const READERS: readonly (readonly [RegExp, ManifestReader])[] = [
  [/^package\.json$/, readPackageJson],
  [/^pnpm-workspace\.yaml$/, readPnpmWorkspace],
  [/^lerna\.json$/, readLerna],
  [/^pyproject\.toml$/, readPyproject],
  [/^requirements[\w.-]{0,60}\.(?:txt|in)$/, readRequirements],
  [/^Pipfile$/, readPipfile],
  [/^setup\.py$/, readSetupPy],
  [/^go\.mod$/, readGoMod],
  [/^go\.work$/, readGoWork],
  [/^Cargo\.toml$/, readCargo],
  [/^pom\.xml$/, readPom],
  [/^build\.gradle(?:\.kts)?$/, readGradle],
  [/^settings\.gradle(?:\.kts)?$/, readGradleSettings],
  [/^libs\.versions\.toml$/, readVersionCatalog],
  [/^Gemfile$|\.gemspec$/, readGems],
  [/^composer\.json$/, readComposer],
  [/\.(?:cs|fs|vb)proj$|^Directory\.(?:Packages|Build)\.props$/, readDotnetProject],
  [/\.sln$/, readSolution],
  [/\.slnx$/, readXmlSolution],
  [/^(?:Dockerfile|Containerfile)(?:\.[\w.-]{1,60})?$/, readDockerfile],
  [/^(?:docker-)?compose(?:\.[\w-]{1,60})?\.ya?ml$/, readCompose],
  [/\.prisma$/, readPrisma],
  [/^\.gitlab-ci\.yml$|^bitbucket-pipelines\.yml$|^azure-pipelines\.yml$/, readPipeline],
];

/** Pipelines that are recognised by their folders. */
const PIPELINES = /(?:^|\/)(?:\.github\/workflows\/[^/]{1,200}\.ya?ml|\.circleci\/config\.yml)$/;

/** Go files in folders that the go tool ignores: examples and test data, no parts of the project. */
const IGNORED_BY_GO = /(?:^|\/)(?:[._][^/]*|testdata)\/(?:.*\/)?go\.(?:mod|work)$/;

function readerOf(file: string): ManifestReader | undefined {
  if (IGNORED_BY_GO.test(file)) return undefined;
  const name = posix.basename(file);
  return READERS.find(([names]) => names.test(name))?.[1] ?? (PIPELINES.test(file) ? readPipeline : undefined);
}

/** Whether a file is a manifest. */
export function isManifest(file: string): boolean {
  return readerOf(file) !== undefined;
}

/** Maximum characters of YAML that are parsed for one project: more than people write, but fast enough for hostile input. */
const MAX_YAML = 524_288;

/** A parsed manifest and its place. */
export interface ReadManifest {
  /** Relative to the root. */
  readonly file: string;
  /** Folder of the file, relative to the root; empty for the root. */
  readonly folder: string;
  readonly facts: ManifestFacts;
}

/** Returns the first line of a parser's error. */
function reasonOf(error: unknown): string {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return reason.slice(0, 200);
}

/** Parses the manifests of a project. Unreadable ones get a note each. @param texts by file, relative to the root */
export function readManifests(texts: ReadonlyMap<string, string>): { manifests: ReadManifest[]; notes: string[] } {
  const manifests: ReadManifest[] = [];
  const notes: string[] = [];
  let yaml = 0;
  for (const [file, text] of texts) {
    // A file that was recognised by its text has no other reader.
    const reader = readerOf(file) ?? readKubernetes;
    if (reader !== readKubernetes && /\.ya?ml$/.test(file)) yaml += text.length;
    try {
      if (yaml > MAX_YAML) throw new Error(`the project has more than ${MAX_YAML} characters of YAML`);
      const folder = posix.dirname(file) === '.' ? '' : posix.dirname(file);
      manifests.push({ file, folder, facts: reader(text, file) });
    } catch (error) {
      notes.push(`${file} was skipped, because it cannot be read: ${reasonOf(error)}`);
    }
  }
  return { manifests, notes };
}

/** Scans `schema.prisma` and similar files for the provider of the data source. */
function readPrisma(text: string): ManifestFacts {
  const schema = splitLines(text, '//').join('\n');
  const sources = schema.matchAll(/\bdatasource\s+\w+\s*\{[^{}]*?\bprovider\s*=\s*"(\w+)"/g);
  return { ecosystem: 'prisma', dependencies: ['prisma', ...[...sources].map(([, provider = '']) => provider)] };
}
