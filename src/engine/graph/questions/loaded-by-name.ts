/** Files that tools and frameworks load by their name, so that no source needs to import them. */
const LOADED: readonly RegExp[] = [
  // pytest, also for tests that are not recognized as tests.
  /(?:^|\/)conftest\.py$/,
  // Tools and builds of Python: nox, invoke, fabric, setuptools, Sphinx, WSGI servers, migrations of Django.
  /(?:^|\/)(?:(?:noxfile|fabfile|setup|wsgi|asgi|docs?\/(?:.*\/)?conf|migrations\/\d{4}_\w+)\.py|[^/]+\.wsgi)$/,
  // `vite.config.ts`, `karma.conf.js`, `.eslintrc.cjs`, `.storybook/main.ts`, task runners.
  /(?:^|\/)[\w.-]+\.conf(?:ig)?\.[cm]?[jt]sx?$/,
  /(?:^|\/)(?:\.[\w-]+|\.storybook\/[\w.-]+|[Gg]ulpfile|Gruntfile|vitest\.workspace)\.[cm]?[jt]sx?$/,
  // Storybook, and declarations that compilers include.
  /\.stor(?:y|ies)\.[cm]?[jt]sx?$/,
  /\.d\.(?:\w+\.)?[cm]?ts$/,
  // Configurations of the compiler.
  /(?:^|\/)(?:[^/]+\.)?[tj]sconfig[^/]*\.json$/,
  // Pages and lists of services, which name sources and are no sources themselves.
  /\.html?$/i,
  /(?:^|\/)META-INF\/(?:services|spring)\/[^/]+$/,
];
/** Functions that Python calls on a module (PEP 562). */
const OF_MODULE = /^__(?:getattr|dir)__$/;

/** Functions that a build calls on a backend of Python packages (PEP 517, PEP 660). */
const OF_BACKEND = /^(?:build|get_requires_for_build|prepare_metadata_for_build)_(?:wheel|sdist|editable)$/;
const BACKEND = /(?:^|\/)[^/]*backend[^/]*\.py$/;

/** Whether a tool or a framework loads a file by its name, so that no other file needs to refer to it. */
export const isLoadedByName = (path: string): boolean => LOADED.some((pattern) => pattern.test(path));

/** Whether the language itself, or a build of packages, calls a function by its name. */
export const isCalledByName = (path: string, name: string): boolean =>
  (/\.pyi?$/.test(path) && OF_MODULE.test(name)) || (BACKEND.test(path) && OF_BACKEND.test(name));
