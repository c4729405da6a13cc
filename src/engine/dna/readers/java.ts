import { entriesOf, textsIn, valueAt } from '../../text/foreign-data.ts';
import { type XmlElement, xmlElements } from '../../text/xml-scan.ts';
import { findQuoted, type ManifestFacts, splitLines } from '../facts.ts';
import { parseToml } from './toml.ts';

/** Returns the texts of elements at a path: `project/modules/module`. */
function textsAt(elements: readonly XmlElement[], place: string): string[] {
  return elements.filter(({ path, name }) => [...path, name].join('/') === place).map(({ text }) => text);
}

interface Artifact {
  readonly name: string;
  readonly isForTests: boolean;
}

/** Returns the artifacts that a pom refers to: dependencies, plugins, its parent. The group of a plugin may be missing. */
function artifactsIn(elements: readonly XmlElement[]): Artifact[] {
  const found: Artifact[] = [];
  let [group, artifact, scope] = ['', '', ''];
  for (const { name, text } of elements) {
    if (name === 'groupId') group = text;
    if (name === 'artifactId') artifact = text;
    if (name === 'scope') scope = text;
    if (name !== 'dependency' && name !== 'plugin' && name !== 'parent') continue;
    if (artifact !== '') found.push({ name: `${group}:${artifact}`, isForTests: scope === 'test' });
    [group, artifact, scope] = ['', '', ''];
  }
  return found;
}

/** Returns the artifacts that only tests use. */
function forTests(all: readonly Artifact[]): string[] {
  const used = new Set(all.filter(({ isForTests }) => !isForTests).map(({ name }) => name));
  return all.filter(({ name }) => !used.has(name)).map(({ name }) => name);
}

/** Adds the artifacts without their groups, by which modules of one build refer to each other. */
const withArtifacts = (names: readonly string[]) => [...names, ...names.map((name) => name.split(':')[1] ?? name)];

/** Parses `pom.xml`. */
export function readPom(text: string): ManifestFacts {
  const elements = xmlElements(text);
  const artifacts = artifactsIn(elements);
  return {
    ecosystem: 'java',
    name: textsAt(elements, 'project/artifactId')[0],
    purpose: textsAt(elements, 'project/description')[0],
    dependencies: withArtifacts(artifacts.map(({ name }) => name)),
    forDevelopment: withArtifacts(forTests(artifacts)),
    members: textsAt(elements, 'project/modules/module'),
  };
}

/** A line that adds a dependency of tests: `testImplementation("…")`, `androidTestImplementation '…'`. */
const OF_TESTS = /^(?:test|\w{1,40}Test)(?:Implementation|CompileOnly|RuntimeOnly|Compile|Runtime|AnnotationProcessor)\b/;
const artifactOf = (written: string): string => written.split(':', 2).join(':');

/**
 * Scans `build.gradle` and `build.gradle.kts`, which are programs: their quoted texts may be artifacts, plugins or projects of the build.
 */
export function readGradle(text: string): ManifestFacts {
  const lines = splitLines(text, '//');
  const quotes = lines.flatMap(findQuoted);
  const projects = quotes.filter((name) => name.startsWith(':')).map((name) => name.split(':').at(-1) ?? '');
  const artifacts = quotes.map(artifactOf);
  const used = new Set(
    lines
      .filter((line) => !OF_TESTS.test(line))
      .flatMap(findQuoted)
      .map(artifactOf),
  );
  const kotlin = text.includes('kotlin("') ? ['org.jetbrains.kotlin'] : [];
  const forDevelopment = artifacts.filter((name) => !used.has(name));
  return { ecosystem: 'java', dependencies: [...artifacts, ...projects, ...kotlin], forDevelopment };
}

/** Scans `settings.gradle` and `settings.gradle.kts`: `include(":app", ":lib:core")`, also over several lines. */
export function readGradleSettings(text: string): ManifestFacts {
  const members: string[] = [];
  let inside = false;
  for (const line of splitLines(text, '//')) {
    const begins = /^include\b/.test(line);
    if (begins || inside) members.push(...findQuoted(line));
    inside = (begins || inside) && /[,(]$/.test(line);
  }
  return { ecosystem: 'java', members: members.map((name) => name.replace(/^:/, '').replaceAll(':', '/')) };
}

/** Parses `gradle/libs.versions.toml`. */
export function readVersionCatalog(text: string): ManifestFacts {
  const catalog = parseToml(text);
  const libraries = entriesOf(valueAt(catalog, 'libraries')).flatMap(([, library]) => {
    if (typeof library === 'string') return [library.split(':', 2).join(':')];
    const group = valueAt(library, 'group');
    return textsIn([valueAt(library, 'module'), typeof group === 'string' ? `${group}:${String(valueAt(library, 'name'))}` : undefined]);
  });
  const plugins = entriesOf(valueAt(catalog, 'plugins')).flatMap(([, plugin]) =>
    textsIn([typeof plugin === 'string' ? plugin : valueAt(plugin, 'id')]),
  );
  return { ecosystem: 'java', dependencies: [...libraries, ...plugins.map((id) => id.split(':')[0] ?? id)] };
}
