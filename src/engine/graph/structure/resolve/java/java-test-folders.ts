import type { XmlElement } from '../../../../text/xml-scan.ts';

/** Names of source sets. The last one before a folder is that of the folder. */
const SET = /\b(?:main|\w*(?:[tT]est|[fF]ixture|[bB]ench|jmh|[sS]pec)\w*|it|perf)\b/g;
const FOLDERS = /\bsrcDirs?\b/g;
const QUOTED = /["']([^"'\n]{1,200})["']/g;
const MAX_LENGTH = 300;

/** Returns the folders of tests that a `pom.xml` names: `testSourceDirectory`, and `add-test-source` of build-helper-maven-plugin. */
export function mavenTestFolders(elements: readonly XmlElement[]): string[] {
  const found: string[] = [];
  let [goal, sources]: [string, string[]] = ['', []];
  for (const { name, text } of elements) {
    if (name === 'testSourceDirectory') found.push(text);
    else if (name === 'goal') goal = text;
    else if (name === 'source') sources.push(text);
    else if (name === 'execution') {
      if (goal === 'add-test-source') found.push(...sources);
      [goal, sources] = ['', []];
    }
  }
  return found.map((each) => each.replace(/^\$\{(?:project\.)?basedir\}\/?/, ''));
}

/** Returns the folders of tests that a Gradle build names: `sourceSets { test { java { srcDir 'checks' } } }`. */
export function gradleTestFolders(text: string): string[] {
  return [...text.matchAll(FOLDERS)].flatMap(({ index }) => {
    const set =
      text
        .slice(Math.max(0, index - MAX_LENGTH), index)
        .match(SET)
        ?.at(-1) ?? 'main';
    const [line = ''] = text.slice(index, index + MAX_LENGTH).split('\n', 1);
    return set === 'main' ? [] : Array.from(line.split('}', 1)[0]?.matchAll(QUOTED) ?? [], ([, folder = '']) => folder);
  });
}
