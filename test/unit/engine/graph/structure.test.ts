import { describe, expect, test } from 'vitest';
import type { FileFacts } from '../../../../src/engine/graph/facts.ts';
import { facts, imported, structureOf, symbol } from './facts-of.ts';

/** Returns the edges of a project, each as `from → to type`, without those of packages and API nodes. */
function edgesOf(files: Readonly<Record<string, FileFacts>>, configs: Readonly<Record<string, string>> = {}): string[] {
  const { edges } = structureOf(Object.entries(files), Object.entries(configs));
  return edges
    .filter(({ from, to }) => ![from, to].some((id) => id.startsWith('module:') || id.startsWith('api:')))
    .map(({ from, to, type }) => `${from} → ${to} ${type}`);
}

/** Returns the facts of a TypeScript file with these imports. */
const ts = (...imports: ReturnType<typeof imported>[]) => facts('typescript', { imports });

describe('TypeScript and JavaScript', () => {
  test('resolves relative paths with another extension, without one, to an index, and from a folder', () => {
    const files = {
      'src/a.ts': ts(imported('./b.js'), imported('./c'), imported('./d'), imported('..'), imported('./e/f.mjs')),
      'src/b.ts': ts(),
      'src/c.tsx': ts(),
      'src/d/index.ts': ts(),
      'src/e/f.mts': ts(),
      'index.js': ts(),
    };
    expect(edgesOf(files)).toEqual([
      'src/a.ts → index.js depends',
      'src/a.ts → src/b.ts depends',
      'src/a.ts → src/c.tsx depends',
      'src/a.ts → src/d/index.ts depends',
      'src/a.ts → src/e/f.mts depends',
    ]);
  });

  test('uses paths and baseUrl of tsconfig, also of extended and referenced configurations', () => {
    const files = {
      'web/src/a.ts': ts(imported('@/b'), imported('~shared/c'), imported('lib/d')),
      'web/src/b.ts': ts(),
      'web/src/lib/d.ts': ts(),
      'shared/c.ts': ts(),
      'other/a.ts': ts(imported('@/b')),
    };
    const configs = {
      'base.json': '{}',
      'tsconfig.base.json': '// all\n{ "compilerOptions": { "paths": { "~shared/*": ["shared/*"], }, }, }',
      'web/tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'web/tsconfig.app.json': '{ "compilerOptions": { "baseUrl": "src", "paths": { "@/*": ["./*"], "~shared/*": ["../../shared/*"] } } }',
    };
    expect(edgesOf(files, configs)).toEqual([
      'web/src/a.ts → shared/c.ts depends',
      'web/src/a.ts → web/src/b.ts depends',
      'web/src/a.ts → web/src/lib/d.ts depends',
      'web/tsconfig.json → web/tsconfig.app.json depends',
    ]);
  });

  test('resolves packages of the project by their exports, and build output to sources', () => {
    const files = {
      'apps/web/a.ts': ts(
        imported('@x/core'),
        imported('@x/core/deep/y'),
        imported('@x/core/hidden'),
        imported('util'),
        imported('#inner'),
      ),
      'apps/web/inner.ts': ts(),
      'packages/core/src/index.ts': ts(),
      'packages/core/src/deep/y.ts': ts(),
      'packages/util/lib/main.js': ts(),
    };
    const configs = {
      'apps/web/package.json': '{ "name": "web", "imports": { "#inner": "./inner.js" } }',
      'packages/core/package.json':
        '{ "name": "@x/core", "exports": { ".": { "types": "./dist/index.d.ts", "import": "./dist/index.js" }, "./deep/*": "./dist/deep/*.js" } }',
      'packages/util/package.json': '{ "name": "util", "main": "lib/main.js" }',
    };
    expect(edgesOf(files, configs)).toEqual([
      'apps/web/a.ts → apps/web/inner.ts depends',
      'apps/web/a.ts → packages/core/src/deep/y.ts depends',
      'apps/web/a.ts → packages/core/src/index.ts depends',
      'apps/web/a.ts → packages/util/lib/main.js depends',
      'packages/util/package.json → packages/util/lib/main.js configures',
    ]);
  });

  test('follows names through re-exports, default and namespace imports, extends and implements', () => {
    const files = {
      'a.ts': facts('typescript', {
        imports: [imported('./index', ['login as enter', 'Base', 'Rules']), imported('./c', ['* as c', 'default as main'])],
        symbols: [
          symbol('run', ['enter', 'c.help', 'main', 'own', 'fetch']),
          symbol('own'),
          symbol('Impl', [], { kind: 'type', extends: ['Base'], implements: ['Rules'] }),
        ],
      }),
      'index.ts': facts('typescript', {
        imports: [
          imported('./b', ['signIn as login'], { kind: 're-export' }),
          imported('./b', ['*'], { kind: 're-export' }),
          imported('./index', ['*'], { kind: 're-export' }),
        ],
      }),
      'b.ts': facts('typescript', {
        symbols: [symbol('signIn'), symbol('Base', [], { kind: 'type' }), symbol('Rules', [], { kind: 'type' })],
      }),
      'c.ts': facts('typescript', {
        symbols: [symbol('help'), symbol('start', [], { exportedAs: ['default'] }), symbol('hidden', [], { exportedAs: [] })],
      }),
    };
    expect(edgesOf(files)).toEqual([
      'a.ts → b.ts depends',
      'a.ts → c.ts depends',
      'a.ts → index.ts depends',
      'a.ts#Impl → b.ts#Base extends',
      'a.ts#Impl → b.ts#Rules implements',
      'a.ts#run → a.ts#own depends',
      'a.ts#run → b.ts#signIn depends',
      'a.ts#run → c.ts#help depends',
      'a.ts#run → c.ts#start depends',
      'index.ts → b.ts depends',
    ]);
  });
});

test('Python: resolves relative and absolute imports, modules of packages, and src below a manifest', () => {
  const py = (...imports: ReturnType<typeof imported>[]) => facts('python', { imports });
  const files = {
    'api/src/app/__init__.py': py(),
    'api/src/app/views.py': py(
      imported('.', ['models']),
      imported('..tools', ['clean']),
      imported('app.models', ['User']),
      imported('os', ['*']),
    ),
    'api/src/app/models.py': py(),
    'api/src/tools/__init__.py': facts('python', { symbols: [symbol('clean')] }),
    'api/src/app/sub/deep.py': py(imported('app', ['views', 'missing']), imported('...nowhere', ['x'])),
  };
  expect(edgesOf(files, { 'api/pyproject.toml': '[project]\nname = "api"\n' })).toEqual([
    'api/src/app/sub/deep.py → api/src/app/__init__.py depends',
    'api/src/app/sub/deep.py → api/src/app/views.py depends',
    'api/src/app/views.py → api/src/app/models.py depends',
    'api/src/app/views.py → api/src/tools/__init__.py depends',
    'api/src/app/views.py → api/src/tools/__init__.py#clean depends',
  ]);
});

test('Go: resolves packages to the files that declare used names, and the own package without an import', () => {
  const go = (symbols: ReturnType<typeof symbol>[], imports: ReturnType<typeof imported>[] = []) =>
    facts('go', { imports, symbols, packageName: 'x' });
  const files = {
    'main.go': go(
      [symbol('main', ['auth.Login', 'helper'])],
      [imported('example.com/shop/auth', ['* as auth']), imported('fmt', ['* as fmt'])],
    ),
    'help.go': go([symbol('helper')]),
    'auth/login.go': go([symbol('Login', ['hash'])]),
    'auth/hash.go': go([symbol('hash', [], { exportedAs: [] })]),
    'auth/login_test.go': go([symbol('TestLogin', ['Login'])]),
  };
  expect(edgesOf(files, { 'go.mod': 'module example.com/shop\n\ngo 1.22\n' })).toEqual([
    'auth/login.go → auth/hash.go depends',
    'auth/login.go#Login → auth/hash.go#hash depends',
    'auth/login_test.go → auth/login.go tests',
    'auth/login_test.go#TestLogin → auth/login.go#Login depends',
    'main.go → auth/login.go depends',
    'main.go → help.go depends',
    'main.go#main → auth/login.go#Login depends',
    'main.go#main → help.go#helper depends',
  ]);
});

test('Rust: resolves the module tree, the own crate, and other crates of the workspace', () => {
  const rs = (...imports: ReturnType<typeof imported>[]) => facts('rust', { imports });
  const files = {
    'core/src/lib.rs': rs(imported('self::auth', ['* as auth'])),
    'core/src/auth/mod.rs': rs(imported('self::token', ['* as token']), imported('super::user', ['User'])),
    'core/src/auth/token.rs': rs(imported('crate::user', ['User']), imported('super', ['Login'])),
    'core/src/user.rs': rs(imported('std::fmt', ['Display'])),
    'cli/src/main.rs': rs(imported('shop_core::auth', ['token', 'login'])),
  };
  const configs = { 'core/Cargo.toml': '[package]\nname = "shop-core"\n', 'cli/Cargo.toml': '[package]\nname = "cli"\n' };
  expect(edgesOf(files, configs)).toEqual([
    'cli/src/main.rs → core/src/auth/mod.rs depends',
    'cli/src/main.rs → core/src/auth/token.rs depends',
    'cli/src/main.rs → core/src/lib.rs depends',
    'core/src/auth/mod.rs → core/src/auth/token.rs depends',
    'core/src/auth/mod.rs → core/src/lib.rs depends',
    'core/src/auth/mod.rs → core/src/user.rs depends',
    'core/src/auth/token.rs → core/src/auth/mod.rs depends',
    'core/src/auth/token.rs → core/src/lib.rs depends',
    'core/src/auth/token.rs → core/src/user.rs depends',
    'core/src/lib.rs → core/src/auth/mod.rs depends',
  ]);
});

test('Java: resolves classes of packages, members of classes, and the own package without an import', () => {
  const java = (packageName: string, symbols: ReturnType<typeof symbol>[], imports: ReturnType<typeof imported>[] = []) =>
    facts('java', { packageName, symbols, imports });
  const at = (name: string) => `src/main/java/shop/${name}.java`;
  const type = (name: string, uses: string[] = []) => symbol(name, uses, { kind: 'type' });
  const files = {
    [at('App')]: java(
      'shop',
      [type('App', ['Login', 'max', 'Help'])],
      [imported('shop.auth', ['Login']), imported('shop.auth.Limits', ['max'])],
    ),
    [at('Help')]: java('shop', [type('Help')]),
    [at('auth/Login')]: java('shop.auth', [type('Login')]),
    [at('auth/Limits')]: java('shop.auth', [type('Limits')]),
    'src/test/java/shop/AppTest.java': java('shop', [type('AppTest', ['App'])]),
  };
  expect(edgesOf(files)).toEqual([
    `${at('App')} → ${at('Help')} depends`,
    `${at('App')} → ${at('auth/Limits')} depends`,
    `${at('App')} → ${at('auth/Login')} depends`,
    `${at('App')}#App → ${at('Help')}#Help depends`,
    `${at('App')}#App → ${at('auth/Limits')}#Limits depends`,
    `${at('App')}#App → ${at('auth/Login')}#Login depends`,
    `src/test/java/shop/AppTest.java → ${at('App')} tests`,
    `src/test/java/shop/AppTest.java#AppTest → ${at('App')}#App depends`,
  ]);
});
