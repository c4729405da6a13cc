import { posix } from 'node:path';
import { at, entriesOf, keysOf, textOf, textsIn } from '../../text/foreign-data.ts';
import { allQuoted, linesOf, type ManifestFacts } from '../facts.ts';
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
  return entriesOf(packages).flatMap(([name, wanted]) => [name, ...textsIn(at(wanted, 'extras'))]);
}

/** Returns the files where scripts `name = "package.module:function"` may start. */
function modulesOf(scripts: unknown): string[] {
  const targets = entriesOf(scripts).map(([, target]) => (typeof target === 'string' ? (target.split(':', 1)[0] ?? '') : ''));
  return targets
    .filter((module) => module !== '')
    .flatMap((module) => [`src/${module}`, module].map((way) => `${way.replaceAll('.', '/')}.py`));
}

function poetryDependencies(poetry: unknown): string[] {
  const groups = entriesOf(at(poetry, 'group')).flatMap(([, group]) => namesIn(at(group, 'dependencies')));
  return [...namesIn(at(poetry, 'dependencies')), ...namesIn(at(poetry, 'dev-dependencies')), ...groups];
}

/** Names of groups and files with requirements that only development and tests need. */
const DEVELOPMENT = /(?:^|[-_.])(?:dev|develop|development|tests?|testing|docs?|lint|types?|typing|ci)(?:$|[-_.])/i;

/** Returns the packages that only development and tests need: groups (PEP 735, poetry) and extras with such a name. */
function forDevelopment(manifest: unknown, used: ReadonlySet<string>): string[] {
  const poetry = at(manifest, 'tool', 'poetry');
  const extras = entriesOf(at(manifest, 'project', 'optional-dependencies')).filter(([name]) => DEVELOPMENT.test(name));
  const lists = [...extras, ...entriesOf(at(manifest, 'dependency-groups'))].flatMap(([, list]) => textsIn(list));
  const groups = entriesOf(at(poetry, 'group')).flatMap(([, group]) => namesIn(at(group, 'dependencies')));
  const all = [...lists, ...groups, ...namesIn(at(poetry, 'dev-dependencies'))];
  return all.flatMap(namesOf).filter((name) => !used.has(name));
}

/** Parses `pyproject.toml`. */
export function readPyproject(text: string): ManifestFacts {
  const manifest = parseToml(text);
  const project = at(manifest, 'project');
  const poetry = at(manifest, 'tool', 'poetry');
  const lists = [at(project, 'dependencies'), at(manifest, 'build-system', 'requires')];
  const named = [at(project, 'optional-dependencies'), at(manifest, 'dependency-groups')].flatMap((groups) => entriesOf(groups));
  const required = [...lists, ...named.map(([, list]) => list)].flatMap(textsIn);
  const usual = entriesOf(at(project, 'optional-dependencies')).filter(([name]) => !DEVELOPMENT.test(name));
  const used = [...lists.flatMap(textsIn), ...usual.flatMap(([, list]) => textsIn(list)), ...namesIn(at(poetry, 'dependencies'))];
  // Configured tools are in use: pytest, ruff, mypy and others have a table each.
  const tools = keysOf(at(manifest, 'tool'));
  const excluded = textsIn(at(manifest, 'tool', 'uv', 'workspace', 'exclude')).map((folder) => `!${folder}`);
  return {
    ...PYTHON,
    name: textOf(at(project, 'name')) ?? textOf(at(poetry, 'name')),
    purpose: textOf(at(project, 'description')) ?? textOf(at(poetry, 'description')),
    dependencies: [...required, ...poetryDependencies(poetry), ...tools].flatMap(namesOf),
    forDevelopment: forDevelopment(manifest, new Set(used.flatMap(namesOf))),
    members: [...textsIn(at(manifest, 'tool', 'uv', 'workspace', 'members')), ...excluded],
    entryPoints: [at(project, 'scripts'), at(project, 'gui-scripts'), at(poetry, 'scripts')].flatMap(modulesOf),
  };
}

/** Parses `requirements.txt` and similar files: one requirement in each line; options begin with `-`. */
export function readRequirements(text: string, file: string): ManifestFacts {
  const lines = linesOf(text, '#').filter((line) => line !== '' && !line.startsWith('-'));
  const dependencies = lines.flatMap(namesOf);
  return { ...PYTHON, dependencies, forDevelopment: DEVELOPMENT.test(posix.basename(file)) ? dependencies : [] };
}

/** Parses `Pipfile`. */
export function readPipfile(text: string): ManifestFacts {
  const manifest = parseToml(text);
  const dependencies = ['packages', 'dev-packages'].flatMap((key) => namesIn(at(manifest, key)));
  const used = new Set(namesIn(at(manifest, 'packages')).flatMap(namesOf));
  const developing = namesIn(at(manifest, 'dev-packages')).flatMap(namesOf);
  return { ...PYTHON, dependencies: dependencies.flatMap(namesOf), forDevelopment: developing.filter((name) => !used.has(name)) };
}

/** Scans `setup.py`, which is a program: its quoted texts may be requirements, and only known names count. */
export function readSetupPy(text: string): ManifestFacts {
  return { ...PYTHON, dependencies: [...allQuoted(text).flatMap(namesOf), 'setuptools'] };
}
