import { expect, test } from 'vitest';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

const execution = (goal: string, folder: string): string =>
  `<execution><configuration><sources><source>${folder}</source></sources></configuration><goals><goal>${goal}</goal></goals></execution>`;
const SOURCES = {
  'src/main/java/p/A.java': 'package p;\npublic class A { E e; }\n',
  'extra/p/E.java': 'package p;\npublic class E {}\n',
  'src/test/java/p/Base.java': 'package p;\npublic class Base { A a; }\n',
  'checks/p/MoreTest.java': 'package p;\nclass MoreTest extends Base {}\n',
  'checks/q/OTest.java': 'package q;\nimport p.Base;\nclass OTest extends Base {}\n',
};
const EDGES = [
  'checks/p/MoreTest.java → src/test/java/p/Base.java',
  'checks/q/OTest.java → src/test/java/p/Base.java',
  'src/main/java/p/A.java → extra/p/E.java',
  'src/test/java/p/Base.java → src/main/java/p/A.java',
];

test.each([
  [
    'pom.xml',
    `<project><groupId>g</groupId><artifactId>a</artifactId><build><plugins><plugin><executions>${execution('add-test-source', `\${project.basedir}/checks`)}${execution('add-source', `\${basedir}/extra`)}</executions></plugin></plugins></build></project>`,
  ],
  [
    'pom.xml',
    '<project><groupId>g</groupId><artifactId>a</artifactId><build><testSourceDirectory>checks</testSourceDirectory></build></project>',
  ],
  ['build.gradle', "sourceSets { test { java { srcDir 'checks' } } main { java { srcDirs = ['src/main/java', 'extra'] } } }\n"],
  ['build.gradle.kts', 'sourceSets {\n  named("test") { java.srcDir("checks") }\n  main { java.srcDirs("extra") }\n}\n'],
  ['build.gradle', "sourceSets.test.java.srcDirs += 'checks'\nsourceSets.main.java.srcDirs += 'extra'\n"],
])('tests in a folder that the build names see other tests (%s)', async (manifest, text) => {
  const structure = await structureOfTexts({ ...SOURCES, [manifest]: text });
  expect(linesOf(structure.unresolved)).toEqual([]);
  expect(edgesBetween(structure, SOURCES)).toEqual(EDGES);
});

test('program code does not see them', async () => {
  const build = "sourceSets { test { java { srcDir 'checks' } } }\n";
  const sources = { ...SOURCES, 'src/main/java/p/B.java': 'package p;\nclass B { MoreTest t; }\n' };
  const structure = await structureOfTexts({ ...sources, 'build.gradle': build });
  expect(edgesBetween(structure, sources)).toEqual(EDGES);
});
