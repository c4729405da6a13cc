import { describe, expect, test } from 'vitest';
import { findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import type { FileFacts } from '../../../../src/engine/graph/facts.ts';
import { facts, imported, structureOf, symbol } from './facts-of.ts';
import { edgesBetween, linesOf, structureOfTexts } from './sources-of.ts';

type Imports = readonly ReturnType<typeof imported>[];

/** Returns the facts of a class, with its uses and imports. */
const java = (packageName: string, name: string, uses: readonly string[] = [], imports: Imports = []): FileFacts =>
  facts('java', { packageName, imports, symbols: [symbol(name, uses, { kind: 'type' })] });

/** Returns edges between files, and the number of unresolved imports. @param others files that are not Java sources */
function leads(files: Readonly<Record<string, FileFacts>>, configs: Readonly<Record<string, string>> = {}, others: readonly string[] = []) {
  const { edges, unresolved } = structureOf(Object.entries(files), Object.entries(configs), others);
  const found = edges.filter(({ from, to }) => [from, to].every((id) => id in files));
  return { edges: found.map(({ from, to }) => `${from} → ${to}`), unresolved: unresolved.length };
}

const main = (module: string, name: string) => `${module}/src/main/java/${name}.java`;

/** Three modules, each with a `com.acme.Config` and classes that use it with and without an import. */
const sameNames = Object.fromEntries(
  ['api', 'core', 'web'].flatMap((module) => [
    [main(module, 'com/acme/Config'), java('com.acme', 'Config')],
    [main(module, `com/acme/${module}/App`), java(`com.acme.${module}`, 'App', ['Config', 'Hidden'], [imported('com.acme', ['Config'])])],
    [`${module}/src/test/java/com/acme/ConfigTest.java`, java('com.acme', 'ConfigTest', ['Config', 'Hidden'])],
  ]),
);
const ownOnly = ['api', 'core', 'web'].flatMap((module) => [
  `${main(module, `com/acme/${module}/App`)} → ${main(module, 'com/acme/Config')}`,
  `${module}/src/test/java/com/acme/ConfigTest.java → ${main(module, 'com/acme/Config')}`,
]);

describe('class lookup across modules', () => {
  test('prefers the own module with Maven, Gradle, and without a build', () => {
    const poms = Object.fromEntries(['api', 'core', 'web'].map((name) => [`${name}/pom.xml`, pom(name)]));
    const gradle = {
      'settings.gradle': "include 'api', 'core',\n  'web'",
      'api/build.gradle': '',
      'core/build.gradle.kts': '',
      'web/build.gradle': '',
    };
    // Dependencies of a module come after the module itself.
    const needing = { ...poms, 'core/pom.xml': pom('core', 'api'), 'web/pom.xml': pom('web', 'core', 'api') };
    for (const configs of [poms, needing, gradle, {}]) expect(leads(sameNames, configs)).toEqual({ edges: ownOnly, unresolved: 0 });
  });

  test('finds classes of other modules without an import only through a dependency', () => {
    const files = {
      [main('lib/core', 'com/acme/Hidden')]: java('com.acme', 'Hidden'),
      [main('app', 'com/acme/App')]: java('com.acme', 'App', ['Hidden']),
      'app/src/test/java/com/acme/AppTest.java': java('com.acme', 'AppTest', ['App', 'Hidden']),
    };
    const seen = [
      `${main('app', 'com/acme/App')} → ${main('lib/core', 'com/acme/Hidden')}`,
      `app/src/test/java/com/acme/AppTest.java → ${main('app', 'com/acme/App')}`,
      `app/src/test/java/com/acme/AppTest.java → ${main('lib/core', 'com/acme/Hidden')}`,
    ];
    const settings = { 'settings.gradle.kts': 'include(":app", ":lib:core") // ":other"', 'lib/core/build.gradle.kts': '' };
    for (const dependency of [
      'implementation(project(":lib:core"))',
      'api project(path: ":lib:core", configuration: "shadow")',
      'implementation(projects.lib.core)',
    ]) {
      expect(leads(files, { ...settings, 'app/build.gradle.kts': `dependencies { ${dependency} }` }), dependency).toEqual({
        edges: seen,
        unresolved: 0,
      });
    }
    const without = { edges: [seen[1]], unresolved: 0 };
    expect(leads(files, { ...settings, 'app/build.gradle.kts': '/* project(":lib:core") */ // project(":lib:core")' })).toEqual(without);
    expect(
      leads(files, { ...settings, 'app/build.gradle': '', 'build.gradle': 'subprojects { implementation project(":lib:core") }' }).edges,
    ).toEqual(seen);
    const moved = { 'settings.gradle': 'include "core"\ninclude "app"\nproject(":core").projectDir = file("lib/core")' };
    expect(leads(files, { ...moved, 'app/build.gradle': 'api project(":core")' }).edges).toEqual(seen);
    const maven = { 'lib/core/pom.xml': pom('core'), 'app/pom.xml': pom('app', 'core') };
    expect(leads(files, maven).edges).toEqual(seen);
    expect(leads(files, { ...maven, 'app/pom.xml': `<!-- ${pom('app', 'core')} -->${pom('app')}` })).toEqual(without);
    // A dependency of the parent, through another module.
    const parent = { 'pom.xml': pom('parent', 'between'), 'between/pom.xml': pom('between', 'core'), 'lib/core/pom.xml': pom('core') };
    expect(
      leads(files, {
        ...parent,
        'app/pom.xml': `<project><parent><groupId>com.acme</groupId><artifactId>parent</artifactId></parent><artifactId>app</artifactId></project>`,
      }).edges,
    ).toEqual(seen);
  });
});

/** Returns the `pom.xml` of a module that depends on others. */
function pom(name: string, ...needs: readonly string[]): string {
  const dependencies = needs.map(
    (each) => `<dependency><groupId>\${project.groupId}</groupId><artifactId>${each}</artifactId></dependency>`,
  );
  return `<project><groupId>com.acme</groupId><artifactId>${name}</artifactId><dependencies>${dependencies.join('')}</dependencies></project>`;
}

test('an import resolves to the only class with its name in any module; several candidates are ambiguous', () => {
  const files: Record<string, FileFacts> = {
    [main('a', 'com/acme/x/One')]: { ...java('com.acme.x', 'One'), types: { declared: [['One.Inner', '']], used: [] } },
    [main('a', 'com/acme/x/Two')]: java('com.acme.x', 'Two'),
    [main('b', 'com/acme/x/Two')]: java('com.acme.x', 'Two'),
    'a/src/test/java/com/acme/x/Only.java': java('com.acme.x', 'Only'),
    [main('c', 'com/acme/App')]: java(
      'com.acme',
      'App',
      [],
      [
        imported('com.acme.x', ['One']),
        imported('com.acme.x', ['Two']),
        imported('com.acme.x.One', ['Inner']),
        imported('com.acme.x', ['Only']),
      ],
    ),
  };
  expect(leads(files, Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}/pom.xml`, pom(name)])))).toEqual({
    edges: [`${main('c', 'com/acme/App')} → ${main('a', 'com/acme/x/One')}`],
    unresolved: 2,
  });
});

test('missing classes in packages of the project are unresolved, those of other packages are external', () => {
  const files = {
    [main('a', 'com/acme/shop/cart/Cart')]: java(
      'com.acme.shop.cart',
      'Cart',
      [],
      [
        imported('com.acme.shop.cart', ['CartMapperImpl']),
        imported('com.acme.shop.proto', ['Order']),
        imported('com.acme.shop.proto', ['*']),
        imported('com.acme.kt', ['Money']),
        imported('com.acme.other', ['Thing']),
        imported('java.util', ['*']),
        imported('org.junit', ['Test']),
      ],
    ),
    [main('a', 'com/acme/shop/user/User')]: java('com.acme.shop.user', 'User'),
  };
  expect(leads(files, {}, ['a/src/main/kotlin/com/acme/kt/Money.kt'])).toEqual({ edges: [], unresolved: 5 });
});

test('an unresolved import is listed with its class', async () => {
  const texts = {
    'src/com/acme/core/Cart.java': 'package com.acme.core;\npublic class Cart {}\n',
    'src/com/acme/App.java': [
      'package com.acme;',
      'import com.acme.core.Gone;',
      'import static com.acme.core.Gone.MAX;',
      'import static com.acme.core.Gone.*;',
      'import com.acme.core.gone.*;',
      'import com.acme.core.Cart;',
      'class App { Object a = new com.acme.core.Lost(); Class<?> b = Class.forName("com.acme.core.Named"); }',
    ].join('\n'),
  };
  const { unresolved } = await structureOfTexts(texts);
  expect(linesOf(unresolved)).toEqual([
    'src/com/acme/App.java:2  com.acme.core.Gone',
    'src/com/acme/App.java:3  com.acme.core.Gone.MAX',
    'src/com/acme/App.java:4  com.acme.core.Gone',
    'src/com/acme/App.java:5  com.acme.core.gone',
    'src/com/acme/App.java:7  com.acme.core.Lost',
    'src/com/acme/App.java:7  com.acme.core.Named',
  ]);
  const waiting = (asked: string) =>
    findDoubts({ imports: unresolved, files: [], commits: 0, fixes: 0 }, [asked]).concerning.map(({ line }) => line);
  expect(waiting('src/com/acme/core/Gone.java')).toEqual([2, 3, 4]);
  expect(waiting('src/com/acme/core/Cart.java')).toEqual([]);
  expect(waiting('src/com/acme/core/gone/Any.java')).toEqual([5]);
});

test('main source sets of a module are merged, and test source sets see them after their own classes', () => {
  const at = (set: string, name: string) => `m/src/${set}/java/p/${name}.java`;
  const files = {
    [at('main', 'App')]: java('p', 'App', ['Made', 'Helper']),
    [at('generated', 'Made')]: java('p', 'Made'),
    [at('test', 'Helper')]: java('p', 'Helper'),
    [at('integrationTest', 'AppIT')]: java('p', 'AppIT', ['App', 'Helper']),
    'old/src/q/Old.java': java('q', 'Old'),
    'old/test/q/OldTest.java': java('q', 'OldTest', ['Old']),
  };
  expect(leads(files, { 'm/build.gradle': '' }).edges).toEqual([
    `${at('integrationTest', 'AppIT')} → ${at('main', 'App')}`,
    `${at('integrationTest', 'AppIT')} → ${at('test', 'Helper')}`,
    `${at('main', 'App')} → ${at('generated', 'Made')}`,
    'old/test/q/OldTest.java → old/src/q/Old.java',
  ]);
});

test('a class whose file exists but is not read is not missing', async () => {
  const texts = { 'src/main/java/a/Use.java': 'package a;\nimport a.Big;\nimport a.Gone;\nimport static a.Big.MOST;\nclass Use {}\n' };
  const { unresolved } = await structureOfTexts(texts, ['src/main/java/a/Big.java']);
  expect(linesOf(unresolved)).toEqual(['src/main/java/a/Use.java:3  a.Gone']);
});

test('sources for a later version of Java belong to the source set of their folder', async () => {
  const texts = {
    'src/test/java/p/BaseTest.java': 'package p;\npublic class BaseTest {}\n',
    'src/test/java11/p/MoreTest.java': 'package p;\nclass MoreTest extends BaseTest {}\n',
    'src/test/java11/q/OtherTest.java': 'package q;\nimport p.BaseTest;\nclass OtherTest extends BaseTest {}\n',
  };
  const structure = await structureOfTexts({ ...texts, 'pom.xml': '<project><artifactId>m</artifactId></project>' });
  const base = 'src/test/java/p/BaseTest.java';
  expect(structure.unresolved).toEqual([]);
  for (const user of ['p/MoreTest', 'q/OtherTest']) {
    expect(edgesBetween(structure, texts)).toContain(`src/test/java11/${user}.java → ${base}`);
  }
});

test('descriptions of packages and modules test nothing', async () => {
  const texts = {
    'src/main/java/a/package-info.java': 'package a;\n',
    'src/main/java/module-info.java': 'module a {}\n',
    'src/test/java/b/package-info.java': 'package b;\n',
    'src/test/java/module-info.java': 'module b {}\n',
  };
  expect(edgesBetween(await structureOfTexts(texts), texts)).toEqual([]);
});
