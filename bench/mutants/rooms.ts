import { globSync } from 'node:fs'
import path from 'node:path'

/** Source files with the suites that test them. */
export interface Room {
  readonly files: readonly string[]
  readonly suites: readonly string[]
  /** Slow servers that its suites need: one of each is shared by all mutants. */
  readonly servers?: readonly 'postgres'[]
}

const engine = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/{,long/}engines/${name}.test.ts`)

const SQL = [
  ...engine('sqlite/guarded-text', 'sqlite/restrict', 'sqlite/attacks', 'sqlite/verify', 'sqlite/no-tables'),
  ...engine('sqlite/metamorphic', 'sqlite/hostile-drafts', 'sqlite/light-text', 'sqlite/near-parser'),
  ...engine('mysql/guarded-text', 'mysql/attacks', 'mysql/work', 'mysql/verify', 'sql/same-meaning'),
]

export const ROOMS: Readonly<Record<string, Room>> = {
  domain: {
    files: ['src/guard/**/*.ts'],
    suites: [
      'test/{,long/}domain/guard/**/*.test.ts',
      ...engine('sqlite/guarded-text', 'sqlite/restrict', 'sqlite/attacks', 'sqlite/verify', 'sqlite/no-tables'),
      ...engine('postgres/guarded-text', 'mongodb/guard/closed', 'mongodb/guard/hostile-drafts'),
    ],
  },
  sql: {
    files: ['src/engines/sql/**/*.ts'],
    suites: [...SQL, ...engine('sqlite/parser-pool')],
  },
  sqlite: {
    files: ['src/engines/sqlite/{connect,describe,guard,language,run,verify}/*.ts'],
    suites: ['test/{,long/}engines/sqlite/!(contract|dialect).test.ts'],
  },
  mysql: {
    files: ['src/engines/mysql/{guard,language,verify}/**/*.ts'],
    suites: engine('mysql/guarded-text', 'mysql/attacks', 'mysql/work', 'mysql/verify'),
  },
  postgres: {
    files: ['src/engines/postgres/{guard,language,verify}/*.ts'],
    suites: [
      ...engine('postgres/guarded-text', 'postgres/attacks', 'postgres/verify', 'postgres/hostile-drafts'),
      ...engine('postgres/own-types', 'postgres/same-tree'),
    ],
    servers: ['postgres'],
  },
  mongodb: {
    files: ['src/engines/mongodb/{guard,language,verify}/**/*.ts'],
    suites: ['test/{,long/}engines/mongodb/guard/!(server-oracle).test.ts'],
  },
}

/** The files of glob patterns, in a stable order. */
export const filesOf = (root: string, patterns: readonly string[]): readonly string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => file.split(path.sep).join('/'))
    .toSorted()
