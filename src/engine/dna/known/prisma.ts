import type { KnownNames } from './known.ts';

/** Providers of a Prisma data source, and Prisma itself. */
export const PRISMA_PROVIDERS: KnownNames = {
  frameworks: {
    prisma: 'Prisma',
  },
  databases: {
    cockroachdb: 'CockroachDB',
    mongodb: 'MongoDB',
    mysql: 'MySQL',
    postgres: 'PostgreSQL',
    postgresql: 'PostgreSQL',
    sqlite: 'SQLite',
    sqlserver: 'SQL Server',
  },
};
