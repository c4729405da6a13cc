import { expect, test } from 'vitest';
import { detect, type Tree } from './tree.ts';

/** A small project of each language, with the expected stack. */
const PROJECTS: readonly (readonly [string, Tree, object])[] = [
  [
    'TypeScript',
    {
      'package.json': {
        name: 'shop',
        packageManager: 'pnpm@9.1.0',
        dependencies: { next: '15', react: '19', pg: '8', openai: '5', '@aws-sdk/client-s3': '3' },
        devDependencies: { typescript: '5', vitest: '4', '@biomejs/biome': '2' },
      },
      'tsconfig.json': '{ // comments are fine here\n}',
      'src/index.ts': '',
      '.github/workflows/ci.yml': 'jobs:\n  test:\n    services:\n      cache:\n        image: redis:7\n',
    },
    {
      languages: ['TypeScript'],
      frameworks: ['Next.js', 'React'],
      databases: ['PostgreSQL', 'Redis'],
      infrastructure: ['AWS', 'GitHub Actions'],
      aiProviders: ['OpenAI'],
      buildTools: ['Biome', 'Vitest', 'pnpm'],
    },
  ],
  [
    'JavaScript',
    { 'package.json': { dependencies: { express: '5', mongoose: '8' } }, 'package-lock.json': '{}', 'index.js': '' },
    { languages: ['JavaScript'], frameworks: ['Express', 'Mongoose'], databases: ['MongoDB'], buildTools: ['npm'] },
  ],
  [
    'Python with pyproject.toml',
    {
      'pyproject.toml':
        '[project]\nname = "api"\ndependencies = ["FastAPI>=0.110", "sqlalchemy[asyncio] ~= 2.0", "psycopg2_binary; python_version > \'3\'"]\n' +
        '[project.optional-dependencies]\nai = ["anthropic"]\n[dependency-groups]\ndev = ["pytest>=8"]\n[tool.ruff]\nline-length = 100\n' +
        '[build-system]\nrequires = ["hatchling"]\n',
      'uv.lock': '',
      'api/main.py': '',
    },
    {
      languages: ['Python'],
      frameworks: ['FastAPI', 'SQLAlchemy'],
      databases: ['PostgreSQL'],
      aiProviders: ['Anthropic'],
      buildTools: ['Hatch', 'Ruff', 'pytest', 'uv'],
    },
  ],
  [
    'Python with requirements, Pipfile, poetry and setup.py',
    {
      'requirements.txt': '# web\nDjango==5.0  # lts\n-r other.txt\n--hash=sha256:x\nredis\n',
      'tools/Pipfile': '[packages]\nflask = "*"\n[dev-packages]\nblack = "*"\n',
      'jobs/pyproject.toml':
        '[tool.poetry]\nname = "jobs"\n[tool.poetry.dependencies]\ncelery = "^5"\n[tool.poetry.group.dev.dependencies]\nmypy = "*"\n',
      'old/setup.py': 'from setuptools import setup\nsetup(install_requires=["tornado>=6"])\n',
    },
    {
      languages: ['Python'],
      frameworks: ['Celery', 'Django', 'Flask', 'Tornado'],
      databases: ['Redis'],
      buildTools: ['Black', 'Pipenv', 'mypy', 'pip', 'setuptools'],
    },
  ],
  [
    'Go',
    {
      'go.mod':
        'module example.com/api\n\ngo 1.22\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1\n\tgithub.com/jackc/pgx/v5 v5.5.0 // indirect\n)\nrequire github.com/nats-io/nats.go v1.31.0\n',
      'main.go': 'package main',
      'deploy/main.tf': '',
    },
    {
      languages: ['Go'],
      frameworks: ['Gin'],
      databases: ['PostgreSQL'],
      infrastructure: ['NATS', 'Terraform'],
      buildTools: ['Go modules'],
    },
  ],
  [
    'Rust',
    {
      'Cargo.toml':
        '[package]\nname = "svc"\n[dependencies]\naxum = "0.8"\nsqlx = { version = "0.8" }\nasync-openai = "0.2"\n[dev-dependencies]\nproptest = "1"\n[target."cfg(unix)".dependencies]\nredis = "0.2"\n',
      'src/main.rs': '',
    },
    {
      languages: ['Rust'],
      frameworks: ['Axum', 'SQLx'],
      databases: ['Redis'],
      aiProviders: ['OpenAI'],
      buildTools: ['Cargo', 'proptest'],
    },
  ],
  [
    'Java with Maven',
    {
      'pom.xml':
        '<?xml version="1.0"?><!-- <dependency><artifactId>not</artifactId></dependency> -->\n<project><artifactId>shop</artifactId>' +
        '<parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId></parent>' +
        '<dependencies><dependency><groupId>org.postgresql</groupId><artifactId>postgresql</artifactId></dependency>' +
        '<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId></dependency></dependencies></project>',
      'src/main/java/shop/ShopApplication.java': '',
      Jenkinsfile: '',
    },
    {
      languages: ['Java'],
      frameworks: ['Spring Boot'],
      databases: ['PostgreSQL'],
      infrastructure: ['Jenkins'],
      buildTools: ['JUnit', 'Maven'],
    },
  ],
  [
    'Kotlin with Gradle',
    {
      'build.gradle.kts':
        'plugins {\n  kotlin("jvm") version "2.0"\n  id("io.ktor:ktor")\n}\ndependencies {\n  implementation("io.ktor:ktor-server-core:3.0.0")\n  implementation(libs.driver) // "mysql:mysql-connector-java:1"\n}\n',
      'gradle/libs.versions.toml':
        '[libraries]\ndriver = { module = "org.mongodb:mongodb-driver", version = "5" }\njedis = { group = "redis.clients", name = "jedis" }\nh2 = "com.h2database:h2:2.2"\n[plugins]\nboot = { id = "org.springframework.boot" }\n',
      'src/main/kotlin/App.kt': '',
    },
    {
      languages: ['Kotlin'],
      frameworks: ['Ktor', 'Spring Boot'],
      databases: ['H2', 'MongoDB', 'Redis'],
      buildTools: ['Gradle'],
    },
  ],
  [
    'Ruby',
    {
      Gemfile:
        "source 'https://rubygems.org'\ngem 'rails', '~> 8.0'\ngem \"pg\" # database\n# gem 'mysql2'\ngroup :test do\n  gem 'rspec-rails'\nend\n",
      'shop.gemspec':
        'Gem::Specification.new do |s|\n  s.name = "shop"\n  s.add_dependency "sidekiq", "~> 7"\n  s.add_development_dependency("rubocop")\nend\n',
      'app/models/user.rb': '',
    },
    {
      languages: ['Ruby'],
      frameworks: ['Ruby on Rails', 'Sidekiq'],
      databases: ['PostgreSQL'],
      buildTools: ['Bundler', 'RSpec', 'RuboCop'],
    },
  ],
  [
    'PHP',
    {
      'composer.json': {
        name: 'acme/shop',
        require: { 'laravel/framework': '^11', 'ext-pdo_mysql': '*' },
        'require-dev': { 'phpunit/phpunit': '^11' },
      },
      artisan: '',
      'app/Shop.php': '',
    },
    { languages: ['PHP'], frameworks: ['Laravel'], databases: ['MySQL'], buildTools: ['Composer', 'PHPUnit'] },
  ],
  [
    '.NET',
    {
      'src/Api/Api.csproj':
        '<Project Sdk="Microsoft.NET.Sdk.Web"><ItemGroup><PackageReference Include="Npgsql.EntityFrameworkCore.PostgreSQL" Version="8" />' +
        "<PackageReference Include='StackExchange.Redis'/></ItemGroup></Project>",
      'Directory.Packages.props': '<Project><ItemGroup><PackageVersion Include="xunit" Version="2" /></ItemGroup></Project>',
      'src/Api/Program.cs': '',
    },
    {
      languages: ['C#'],
      frameworks: ['ASP.NET Core'],
      databases: ['PostgreSQL', 'Redis'],
      buildTools: ['.NET SDK', 'xUnit'],
    },
  ],
  [
    'containers',
    {
      Dockerfile: 'FROM --platform=linux/amd64 docker.io/library/nginx:1.27@sha256:abc AS web\n# FROM mysql\n',
      'compose.yaml':
        'x: &db {image: "pgvector/pgvector:pg16"}\nservices:\n  db: *db\n  queue: {image: rabbitmq}\n  llm: {image: ollama/ollama}\n',
      '.gitlab-ci.yml': 'test: {image: {name: x}, services: [{image: "mongo:7"}]}\n',
    },
    {
      databases: ['MongoDB', 'pgvector'],
      infrastructure: ['Docker', 'Docker Compose', 'GitLab CI', 'RabbitMQ', 'nginx'],
      aiProviders: ['Ollama'],
    },
  ],
  [
    'Kubernetes',
    {
      'ops/db.yaml': [
        'apiVersion: v1\nkind: Service\nmetadata: {name: db}',
        'apiVersion: apps/v1\nkind: "StatefulSet" # one\nspec:\n  - image: postgres:16\n',
      ].join('\n---\n'),
      'charts/a/templates/web.yml': 'apiVersion: {{ .x }}\nkind: Deployment\nspec:\n  image: {{ .y }}\n  {{- end }}\n',
    },
    { databases: ['PostgreSQL'], infrastructure: ['Kubernetes'] },
  ],
  [
    'Rust, whose features say which database',
    {
      'Cargo.toml': [
        '[dependencies]\nsqlx = { version = "0.8", features = ["runtime-tokio", "postgres"] }',
        'diesel = { version = "2", features = ["mysql"] }\nserde = "1"',
      ].join('\n'),
    },
    { languages: ['Rust'], frameworks: ['Diesel', 'SQLx', 'Serde'], databases: ['MySQL', 'PostgreSQL'], buildTools: ['Cargo'] },
  ],
  [
    'Python, whose extras say what it needs',
    {
      'requirements.txt': 'celery[redis,msgpack] >= 5\n',
      'b/pyproject.toml': '[tool.poetry.dependencies]\nsqlalchemy = {version = "2", extras = ["postgresql"]}\n',
      'c/pyproject.toml': '[project]\ndependencies = ["kombu [mongodb]>=5"]\n',
    },
    {
      languages: ['Python'],
      frameworks: ['Celery', 'SQLAlchemy'],
      databases: ['MongoDB', 'PostgreSQL', 'Redis'],
      buildTools: ['pip'],
    },
  ],
  [
    'Prisma',
    {
      'prisma/schema.prisma':
        '// datasource x { provider = "mysql" }\ndatasource db {\n  url = env("DATABASE_URL")\n  provider = "postgresql"\n}\ngenerator client { provider = "prisma-client-js" }\n',
    },
    { frameworks: ['Prisma'], databases: ['PostgreSQL'] },
  ],
];

const NOTHING = { languages: [], frameworks: [], databases: [], infrastructure: [], aiProviders: [], buildTools: [] };

test.each(PROJECTS)('detects the stack of a project in %s', (_, tree, expected) => {
  const { stack, notes } = detect(tree);
  expect(notes).toEqual([]);
  expect(stack).toEqual({ ...NOTHING, ...expected });
});

test('ignores YAML that is not of Kubernetes or too large, and prefers files with fitting names', () => {
  const deployment = 'apiVersion: apps/v1\nkind: Deployment\n';
  expect(detect({ 'a.yaml': 'apiVersion: x/v1\nkind: Component\n', 'b.yaml': 'kind: Deployment\n' }).stack).toEqual(NOTHING);
  expect(detect({ 'k8s/web.yaml': `${deployment}#${' '.repeat(65_536)}` })).toMatchObject({ stack: NOTHING, notes: [], complete: true });
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`d${n}.yaml`, 'x: 1\n']));
  expect(detect({ ...many, 'z.yaml': deployment }).stack).toEqual(NOTHING);
  expect(detect({ ...many, 'z/deployment.yaml': deployment }).stack.infrastructure).toEqual(['Kubernetes']);
});

const FLASK = ['Flask (development only)'];

test.each([
  [
    'npm',
    { 'package.json': { dependencies: { koa: '1' }, devDependencies: { express: '5', electron: '1' } } },
    ['Electron', 'Koa', 'Express (development only)'],
  ],
  ['npm, also used', { 'package.json': { devDependencies: { react: '19' }, peerDependencies: { react: '19' } } }, ['React']],
  [
    'a private npm package that is built into one program',
    { 'package.json': { private: true, devDependencies: { react: '19' } } },
    ['React'],
  ],
  [
    'npm, used by another package',
    { 'package.json': { devDependencies: { koa: '1' } }, 'a/package.json': { dependencies: { koa: '1' } } },
    ['Koa'],
  ],
  ['a group of pyproject.toml', { 'pyproject.toml': '[dependency-groups]\nserve = ["flask"]\n' }, FLASK],
  [
    'an extra of pyproject.toml',
    { 'pyproject.toml': '[project.optional-dependencies]\ntest = ["flask"]\nweb = ["django"]\n' },
    ['Django', ...FLASK],
  ],
  ['poetry', { 'pyproject.toml': '[tool.poetry.group.dev.dependencies]\nflask = "3"\n' }, FLASK],
  ['requirements for tests', { 'requirements-test.txt': 'flask\n', 'requirements.txt': 'django\n' }, ['Django', ...FLASK]],
  ['Pipfile', { Pipfile: '[packages]\ndjango = "*"\n[dev-packages]\nflask = "*"\n' }, ['Django', ...FLASK]],
  ['Cargo', { 'Cargo.toml': '[dev-dependencies]\naxum = "0.8"\n' }, ['Axum (development only)']],
  [
    'Maven',
    {
      'pom.xml':
        '<project><dependencies><dependency><groupId>io.dropwizard</groupId><artifactId>dropwizard-core</artifactId><scope>test</scope></dependency></dependencies></project>',
    },
    ['Dropwizard (development only)'],
  ],
  [
    'Gradle',
    { 'build.gradle': 'dependencies {\n  testImplementation "io.dropwizard:dropwizard-core:4"\n}\n' },
    ['Dropwizard (development only)'],
  ],
  [
    'Bundler',
    { Gemfile: "group :development, :test do\n  gem 'sinatra'\nend\ngem 'rails'\n" },
    ['Ruby on Rails', 'Sinatra (development only)'],
  ],
  ['Composer', { 'composer.json': { 'require-dev': { 'laravel/framework': '*' } } }, ['Laravel (development only)']],
])('says of a framework that only development and tests use it: %s', (_, tree, expected) => {
  expect(detect(tree).stack.frameworks).toEqual(expected);
});

test('detects no stack in an empty folder', () => {
  expect(detect({}).stack).toEqual(NOTHING);
});

test('lists the most frequent first, and skips a language with few files and no manifest', () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`a/${n}.py`, '']));
  expect(detect({ ...files, 'x.lua': '', 'b/1.sh': '', 'b/2.sh': '' }).stack.languages).toEqual(['Python', 'Shell']);
  expect(detect({ ...files, 'go.mod': 'module x' }).stack.languages).toEqual(['Python', 'Go']);
});

test('ignores names of Object.prototype', () => {
  const names = { constructor: '1', __proto__x: '1', toString: '1', hasOwnProperty: '1' };
  const text = JSON.stringify({ dependencies: names, packageManager: 'constructor@1' }).replace('__proto__x', '__proto__');
  expect(detect({ 'package.json': text, 'x.constructor': '', constructor: '' }).stack).toEqual({ ...NOTHING, languages: ['JavaScript'] });
});

test('uses the description of the root as purpose', () => {
  expect(detect({ 'package.json': { description: ' Sells shoes. ' }, 'a/package.json': { description: 'no' } }).purpose).toBe(
    'Sells shoes.',
  );
  expect(detect({ 'Cargo.toml': '[package]\ndescription = "Counts."' }).purpose).toBe('Counts.');
  expect(detect({ 'pyproject.toml': '[project]\ndescription = "Reads."' }).purpose).toBe('Reads.');
  expect(detect({ 'pom.xml': '<project><description>A &amp; B</description></project>' }).purpose).toBe('A & B');
  expect(detect({}).purpose).toBeUndefined();
});
