import { type ManifestFacts, splitLines } from '../facts.ts';

/** Scans `schema.prisma` and similar files for the provider of the data source. */
export function readPrisma(text: string): ManifestFacts {
  const schema = splitLines(text, '//').join('\n');
  const sources = schema.matchAll(/\bdatasource\s+\w+\s*\{[^{}]*?\bprovider\s*=\s*"(\w+)"/g);
  return { ecosystem: 'prisma', dependencies: ['prisma', ...[...sources].map(([, provider = '']) => provider)] };
}
