import type { ENGINE_SERVERS } from '../demo/engine-servers.ts'
import type { HonestDatabaseName, HonestQueries } from './honest-queries.ts'
import { MONGODB_HONEST } from './mongodb.ts'
import { OF_MYSQL, OF_SQLITE, type OwnQueries } from './own-queries.ts'
import { POSTGRES_HONEST } from './postgres.ts'
import { practiceQueries } from './practice-queries.ts'
import { shopQueries } from './shop-queries.ts'
import { MYSQL_WORDS, SQLITE_WORDS, type Words } from './words.ts'

/** Queries that SQLite and MySQL share except for dialect words, and those of one engine. */
const inWords = (words: Words, own: OwnQueries): HonestQueries => ({
  shops: [...shopQueries(words), ...own.shops],
  practices: [...practiceQueries(words), ...own.practices],
})

const LISTS: Readonly<Record<keyof typeof ENGINE_SERVERS, HonestQueries>> = {
  postgres: POSTGRES_HONEST,
  mysql: inWords(MYSQL_WORDS, OF_MYSQL),
  sqlite: inWords(SQLITE_WORDS, OF_SQLITE),
  mongodb: MONGODB_HONEST,
}

const DATABASES: readonly HonestDatabaseName[] = ['shops', 'clinics', 'practices']

/** The queries for an engine, by database. */
export const honestLists = (
  engine: keyof typeof ENGINE_SERVERS,
): readonly (readonly [HonestDatabaseName, readonly string[]])[] =>
  DATABASES.flatMap((database) => {
    const queries = LISTS[engine][database]
    return queries === undefined ? [] : [[database, queries] as const]
  })
