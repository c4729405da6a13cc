import { describe, expect, test } from 'vitest';
import { structureOfTexts } from './sources-of.ts';

/** Returns unresolved imports. */
async function lostIn(texts: Readonly<Record<string, string>>): Promise<string[]> {
  return (await structureOfTexts(texts)).unresolved.map(({ specifier }) => specifier);
}

describe('Java: names in the group of the build, or in the common package prefix, belong to the project', () => {
  const source = (...imports: readonly string[]) =>
    `package com.acme.shop;\n${imports.map((each) => `import ${each};\n`).join('')}class Shop {}\n`;
  const java = (...imports: readonly string[]) => ({
    'shop/src/main/java/com/acme/shop/Shop.java': source(...imports),
    'billing/src/main/java/com/acme/billing/Bill.java': 'package com.acme.billing;\nclass Bill {}\n',
  });
  const pom = (group: string, dependencies = '') =>
    `<project><parent><groupId>org.springframework.boot</groupId><artifactId>p</artifactId></parent>${group && `<groupId>${group}</groupId>`}<artifactId>shop</artifactId><dependencies>${dependencies}</dependencies></project>`;
  const needs = (group: string, artifact: string) =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId></dependency>`;
  const gone = ['com.acme.gone.X', 'org.springframework.boot.Y', 'com.other.Z'];

  test.each([
    ['no build', {}],
    ['a group of Maven', { 'pom.xml': pom('com.acme'), 'shop/pom.xml': pom('') }],
    ['a group of Gradle', { 'build.gradle': "allprojects {\n  group = 'com.acme'\n}\n" }],
    ['a group of Gradle in Kotlin', { 'build.gradle.kts': 'group = "com.acme"\n' }],
    ['properties of Gradle', { 'build.gradle': '', 'gradle.properties': 'group=com.acme\n' }],
    ['a library of another company', { 'shop/pom.xml': pom('com.acme', needs('com.other', 'z')) }],
    [
      'a library that only another module takes',
      { 'shop/pom.xml': pom('com.acme'), 'billing/pom.xml': pom('com.acme', needs('com.acme', 'lib')) },
    ],
  ])('%s', async (_, configs) => {
    expect(await lostIn({ ...java(...gone), ...configs })).toEqual(['com.acme.gone.X']);
  });

  test.each([
    ['Maven', { 'shop/pom.xml': pom('com.acme', needs('com.acme', 'lib')) }],
    ['Gradle', { 'build.gradle': "group 'com.acme'\n", 'shop/build.gradle': "dependencies { implementation 'com.acme:lib:1' }\n" }],
    ['a map of Gradle', { 'shop/build.gradle': 'dependencies { implementation group: "com.acme", name: "lib", version: "1" }\n' }],
    [
      'a catalog of Gradle',
      {
        'shop/build.gradle': 'dependencies { implementation libs.lib }\n',
        'gradle/libs.versions.toml': '[libraries]\nlib = { module = "com.acme:lib", version = "1" }\n',
      },
    ],
    ['a library of another group with its name in the package', { 'shop/pom.xml': pom('com.acme', needs('gone', 'acme-gone')) }],
  ])('a declared library with the same group is external: %s', async (_, configs) => {
    expect(await lostIn({ ...java('com.acme.gone.X', 'com.acme.shop.Lost'), ...configs })).toEqual(['com.acme.shop.Lost']);
  });

  test('a prefix that many projects of a company share does not belong to the project', async () => {
    const texts = {
      'src/main/java/com/google/y/a/A.java': 'package com.google.y.a;\nimport com.google.x.B;\nimport com.google.y.gone.C;\nclass A {}\n',
      'src/main/java/com/google/y/b/B.java': 'package com.google.y.b;\nclass B {}\n',
    };
    expect(await lostIn(texts)).toEqual(['com.google.y.gone.C']);
    const wider = { ...texts, 'src/main/java/com/google/z/D.java': 'package com.google.z;\nclass D {}\n' };
    expect(await lostIn({ ...wider, 'pom.xml': pom('com.google.y', needs('com.google.guava', 'guava')) })).toEqual(['com.google.y.gone.C']);
    expect(await lostIn({ ...wider, 'pom.xml': pom('', needs('com.google.guava', 'guava')) })).toEqual(['com.google.y.gone.C']);
  });
});

test('Go: names below module paths belong to the project, unless a required module has them', async () => {
  const mod = (path: string, ...required: readonly string[]) =>
    `module ${path}\n\nrequire (\n${required.map((each) => `\t${each} v1.2.3\n`).join('')})\n`;
  const go = (...imports: readonly string[]) => `package x\n\nimport (\n${imports.map((each) => `\t_ "${each}"\n`).join('')})\n`;
  const imports = ['example.com/mono/gone', 'example.com/mono/lib/x', 'example.com/other/y', 'github.com/pkg/errors', 'fmt'];
  expect(await lostIn({ 'go.mod': mod('example.com/mono', 'example.com/mono/lib'), 'a.go': go(...imports) })).toEqual([
    'example.com/mono/gone',
  ]);
  // Modules in folders, without a module at the top.
  const two = { 'a/go.mod': mod('example.com/mono/a', 'example.com/mono/lib'), 'a/a.go': go(...imports) };
  expect(await lostIn(two)).toEqual(['example.com/mono/gone']);
  const apart = {
    'x/go.mod': mod('github.com/acme/a'),
    'x/a.go': go('github.com/acme/gone', 'github.com/pkg/errors'),
    'y/go.mod': mod('github.com/acme/b'),
  };
  expect(await lostIn(apart)).toEqual(['github.com/acme/gone']);
  const strange = { 'x/go.mod': mod('github.com/acme/a'), 'x/a.go': go('github.com/pkg/errors'), 'y/go.mod': mod('github.com/other/b') };
  expect(await lostIn(strange)).toEqual([]);
});

test('Python: names in folders without __init__ belong to the project, unless a distribution has them', async () => {
  const project = (name: string, ...required: readonly string[]) =>
    `[project]\nname = "${name}"\ndependencies = ${JSON.stringify(required)}\n`;
  const near = {
    'src/acme/shop/__init__.py': '',
    'src/acme/shop/a.py':
      'from acme.gone import x\nfrom acme.core import y\nfrom acme import lib\nimport acme.proto.z\nimport other.gone\n',
    'pyproject.toml': project('acme-shop', 'acme-core>=1', 'acme.lib', 'proto'),
  };
  expect(await lostIn(near)).toEqual(['acme.gone']);
  const far = {
    'one/src/acme/shop/__init__.py': '',
    'one/pyproject.toml': project('acme-shop'),
    'two/b.py': 'from acme.gone import x\nfrom acme.core import y\nimport acme\nimport other.gone\n',
    'two/pyproject.toml': project('two', 'acme-core'),
  };
  expect(await lostIn(far)).toEqual(['acme.gone']);
});

test('Rust: paths in crates of the project, and crates with the same name prefix, belong to the project', async () => {
  const cargo = (name: string, dependencies = '') => `[package]\nname = "${name}"\nedition = "2021"\n[dependencies]\n${dependencies}`;
  const texts = {
    'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n',
    'a/Cargo.toml': cargo('acme-a', 'acme-b = { path = "../b" }\nacme-lib = "1"\nserde = "1"\nother = "1"\n'),
    'a/src/lib.rs':
      'use crate::gone::X;\nuse acme_b::lost::f;\nuse acme_gone::Y;\nuse acme_lib::Z;\nuse serde::A;\nuse other::acme_in;\nuse acme_in::B;\n',
    'b/Cargo.toml': cargo('acme-b'),
    'b/src/lib.rs': '',
  };
  expect(await lostIn(texts)).toEqual(['crate::gone', 'acme_b::lost', 'acme_gone']);
});

test('TypeScript: names in the scope of workspaces belong to the project, unless a dependency has them', async () => {
  const texts = {
    'package.json': JSON.stringify({ workspaces: ['packages/*'], devDependencies: { '@acme/eslint': '1' } }),
    'packages/a/package.json': JSON.stringify({ name: '@acme/a', dependencies: { '@acme/lost': 'workspace:^', '@other/x': '1' } }),
    'packages/a/a.ts': ['@acme/gone', '@acme/lost/x', '@acme/eslint', '@other/x'].map((each) => `import '${each}';`).join('\n'),
    'packages/b/package.json': JSON.stringify({ name: '@acme/b' }),
  };
  expect(await lostIn(texts)).toEqual(['@acme/gone', '@acme/lost/x']);
});
