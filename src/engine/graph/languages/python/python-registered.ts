import type { FactsDraft } from '../facts-draft.ts';
import { lineOf, type SourceSyntax, textOf } from '../syntax.ts';

/** Decorators that only change a function or a class. All others may pass it to a framework, which calls it. */
const CHANGES_ONLY = new Set([
  ...['cache', 'lru_cache', 'cached_property', 'wraps', 'singledispatch', 'total_ordering', 'contextmanager', 'asynccontextmanager'],
  ...['dataclass', 'unique', 'overload', 'final', 'override', 'runtime_checkable', 'no_type_check', 'deprecated', 'abstractmethod'],
  ...['attrs', 'define', 'frozen', 'mutable', 's', 'jit', 'njit', 'retry', 'dataclass_transform'],
]);
const DECORATED = '(decorated_definition (decorator) @decorator definition: (_ name: (identifier) @name))';
const NAME = /^@\s*(?:\w+\s*\.\s*)*(\w+)/;

/** Records the functions and classes at the top level that a decorator registers. */
function readDecorated(syntax: SourceSyntax, draft: FactsDraft): void {
  for (const { captures } of syntax.matches(DECORATED)) {
    const [decorator, name] = ['decorator', 'name'].map((called) => captures.find((each) => each.name === called)?.node);
    if (decorator === undefined || name === undefined || decorator.startPosition.column > 0) continue;
    const written = NAME.exec(textOf(syntax, decorator))?.[1] ?? '';
    if (!CHANGES_ONLY.has(written)) draft.register(textOf(syntax, name), lineOf(decorator));
  }
}

/** Records the functions and classes that a decorator registers, and those that `__all__` offers to importers. */
export function readRegistered(syntax: SourceSyntax, draft: FactsDraft): void {
  if (syntax.text.includes('@')) readDecorated(syntax, draft);
  for (const name of draft.offered?.names ?? []) draft.register(name, draft.offered?.line ?? 1);
}
