import type { FileFacts } from '../../src/engine/graph/facts.ts';
import { LANGUAGES } from '../../src/engine/graph/languages.ts';
import { SourceParser } from '../../src/engine/graph/parse/source-parser.ts';
import { programFolder } from '../../src/engine/platform/program-folder.ts';

let opened: Promise<SourceParser> | undefined;

/** Returns the facts of a source text, parsed in this process. */
export async function parseSource(name: string, text: string): Promise<FileFacts> {
  const language = LANGUAGES.find((each) => each.name === name);
  if (language === undefined) throw new Error(`There is no language ${name}.`);
  opened ??= SourceParser.open(programFolder('graph'));
  const parser = await opened;
  await parser.load(language);
  return parser.parse(language, text);
}

/** Returns one line for each fact, for readable tests. */
export function linesOf({ imports, symbols, apis }: FileFacts): string[] {
  return [
    ...imports.map(({ line, kind, isTypeOnly, specifier, names }) => {
      const taken = names.map(({ name, local }) => (name === local ? name : `${name} as ${local}`)).join(', ');
      return `${line} ${kind}${isTypeOnly ? ' of types' : ''} ${specifier}: ${taken}`.replace(/: $/, '');
    }),
    ...symbols.map(({ line, endLine, kind, name, exportedAs, uses, ...heritage }) =>
      [
        `${line}-${endLine} ${kind} ${name}`,
        ...(exportedAs.length > 0 ? [`out as ${exportedAs.join(', ')}`] : []),
        ...(heritage.extends.length > 0 ? [`extends ${heritage.extends.join(', ')}`] : []),
        ...(heritage.implements.length > 0 ? [`implements ${heritage.implements.join(', ')}`] : []),
        ...(uses.length > 0 ? [`uses ${[...uses].sort().join(', ')}`] : []),
      ].join('; '),
    ),
    ...apis.map(({ line, method, route, handler }) => `${line} ${method} ${route} → ${handler ?? '?'}`),
  ];
}
