import { linesOf, type ManifestFacts } from '../facts.ts';

/** `schema.prisma` and its like: where the data is says the provider of its data source. */
export function readPrisma(text: string): ManifestFacts {
  const schema = linesOf(text, '//').join('\n');
  const sources = schema.matchAll(/\bdatasource\s+\w+\s*\{[^{}]*?\bprovider\s*=\s*"(\w+)"/g);
  return { ecosystem: 'prisma', dependencies: ['prisma', ...[...sources].map(([, provider = '']) => provider)] };
}
