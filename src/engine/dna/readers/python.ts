import { posix } from 'node:path';
import { entriesOf, keysOf, textOf, textsIn, valueAt } from '../../text/foreign-data.ts';
import { findQuoted, type ManifestFacts, splitLines } from '../facts.ts';
import { parseToml } from './toml.ts';

const PYTHON: ManifestFacts = { ecosystem: 'python', stack: { languages: ['Python'] } };

/**
 * Returns the normalised package name of a requirement, and its extras, which are mostly named like the packages that they add:
 * `Flask_SQLAlchemy[async]>=3` is `flask-sqlalchemy` and `async`, `celery[redis]` needs `redis`.
 */
function namesOf(requirement: string): string[] {
  const [, name = '', extras = ''] = /^([A-Za-z0-9._-]{0,200})(?:\s{0,9}\[([^\]]{0,1000})\])?/.exec(requirement.trim()) ?? [];
  return [name, ...extras.split(',')]
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .replace(/[._-]+/g, '-'),
    )
    .filter((each) => each !== '');
}

/** As `namesOf`, for a table of packages with a list of extras for each. */
function namesIn(packages: unknown): string[] {
  return entriesOf(packages).flatMap(([name, wanted]) => [name, ...textsIn(valueAt(wanted, 'extras'))]);
}

/** Returns the files where scripts `name = "package.module:function"` may start. */
function modulesOf(scripts: unknown): string[] {
  const targets = entriesOf(scripts).map(([, target]) => (typeof target === 'string' ? (target.split(':', 1)[0] ?? '') : ''));
  return targets
    .filter((module) => module !== '')
    .flatMap((module) => [`src/${module}`, module].map((way) => `${way.replaceAll('.', '/')}.py`));
}

function poetryDependencies(poetry: unknown): string[] {
  const groups = entriesOf(valueAt(poetry, 'group')).flatMap(([, group]) => namesIn(valueAt(group, 'dependencies')));
  return [...namesIn(valueAt(poetry, 'dependencies')), ...namesIn(valueAt(poetry, 'dev-dependencies')), ...groups];
}

/** Names of groups and files with requirements that only development and tests need. */
const DEVELOPMENT = /(?:^|[-_.])(?:dev|develop|development|tests?|testing|docs?|lint|types?|typing|ci)(?:$|[-_.])/i;

/** Returns the packages that only development and tests need: groups (PEP 735, poetry) and extras with such a name. */
function forDevelopment(manifest: unknown, used: ReadonlySet<string>): string[] {
  const poetry = valueAt(manifest, 'tool', 'poetry');
  const extras = entriesOf(valueAt(manifest, 'project', 'optional-dependencies')).filter(([name]) => DEVELOPMENT.test(name));
  const lists = [...extras, ...entriesOf(valueAt(manifest, 'dependency-groups'))].flatMap(([, list]) => textsIn(list));
  const groups = entriesOf(valueAt(poetry, 'group')).flatMap(([, group]) => namesIn(valueAt(group, 'dependencies')));
  const all = [...lists, ...groups, ...namesIn(valueAt(poetry, 'dev-dependencies'))];
  return all.flatMap(namesOf).filter((name) => !used.has(name));
}

/** Parses `pyproject.toml`. */
export function readPyproject(text: string): ManifestFacts {
  const manifest = parseToml(text);
  const project = valueAt(manifest, 'project');
  const poetry = valueAt(manifest, 'tool', 'poetry');
  const lists = [valueAt(project, 'dependencies'), valueAt(manifest, 'build-system', 'requires')];
  const named = [valueAt(project, 'optional-dependencies'), valueAt(manifest, 'dependency-groups')].flatMap((groups) => entriesOf(groups));
  const required = [...lists, ...named.map(([, list]) => list)].flatMap(textsIn);
  const usual = entriesOf(valueAt(project, 'optional-dependencies')).filter(([name]) => !DEVELOPMENT.test(name));
  const used = [...lists.flatMap(textsIn), ...usual.flatMap(([, list]) => textsIn(list)), ...namesIn(valueAt(poetry, 'dependencies'))];
  // Configured tools are in use: pytest, ruff, mypy and others have a table each.
  const tools = keysOf(valueAt(manifest, 'tool'));
  const excluded = textsIn(valueAt(manifest, 'tool', 'uv', 'workspace', 'exclude')).map((folder) => `!${folder}`);
  return {
    ...PYTHON,
    name: textOf(valueAt(project, 'name')) ?? textOf(valueAt(poetry, 'name')),
    purpose: textOf(valueAt(project, 'description')) ?? textOf(valueAt(poetry, 'description')),
    dependencies: [...required, ...poetryDependencies(poetry), ...tools].flatMap(namesOf),
    forDevelopment: forDevelopment(manifest, new Set(used.flatMap(namesOf))),
    members: [...textsIn(valueAt(manifest, 'tool', 'uv', 'workspace', 'members')), ...excluded],
    entryPoints: [valueAt(project, 'scripts'), valueAt(project, 'gui-scripts'), valueAt(poetry, 'scripts')].flatMap(modulesOf),
  };
}

/** Parses `requirements.txt` and similar files: one requirement in each line; options begin with `-`. */
export function readRequirements(text: string, file: string): ManifestFacts {
  const lines = splitLines(text, '#').filter((line) => line !== '' && !line.startsWith('-'));
  const dependencies = lines.flatMap(namesOf);
  return { ...PYTHON, dependencies, forDevelopment: DEVELOPMENT.test(posix.basename(file)) ? dependencies : [] };
}

/** Parses `Pipfile`. */
export function readPipfile(text: string): ManifestFacts {
  const manifest = parseToml(text);
  const dependencies = ['packages', 'dev-packages'].flatMap((key) => namesIn(valueAt(manifest, key)));
  const used = new Set(namesIn(valueAt(manifest, 'packages')).flatMap(namesOf));
  const developing = namesIn(valueAt(manifest, 'dev-packages')).flatMap(namesOf);
  return { ...PYTHON, dependencies: dependencies.flatMap(namesOf), forDevelopment: developing.filter((name) => !used.has(name)) };
}

/** Scans `setup.py`, which is a program: its quoted texts may be requirements, and only known names count. */
export function readSetupPy(text: string): ManifestFacts {
  return { ...PYTHON, dependencies: [...findQuoted(text).flatMap(namesOf), 'setuptools'] };
}
