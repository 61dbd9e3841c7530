import mongoose from 'mongoose'

const { MongoServerError } = mongoose.mongo

/**
 * What a store means that answers and refuses, by the numbers of
 * https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml, and what helps. Its own words are not
 * repeated: they hold names of users and values of documents.
 */
const LOGIN =
  'it does not accept the user or the password; a user who was made in another database needs authSource, for example ?authSource=admin'

const FULL = 'its disk is full: give it more room; it goes on by itself then'

const LOGIN_CODES: readonly unknown[] = [11, 18, 8000]

const REFUSALS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ...LOGIN_CODES.map((code) => [code, LOGIN] as const),
  [13, 'its user may not do this: give the user the role readWrite on this database'],
  [14_031, FULL],
  [12_501, 'too many of its connections or files are open'],
  [20, 'it does not do this with the way it was started'],
  [94, 'it was started with --replSet, and its replica set is not initiated: run rs.initiate() on one of its members'],
])

/** Whether the store knows no such user, or another password. */
export const isLoginRefused = (error: unknown): boolean =>
  error instanceof MongoServerError && LOGIN_CODES.includes(error.code)

const AWAY: ReadonlySet<unknown> = new Set([
  ...[6, 7, 43, 89, 91, 133, 134, 189, 237, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436],
])

/**
 * Why the store has refused something, in words; undefined where it is not the store that refuses, or one that is away.
 *
 * @param error of the driver
 */
export const refusalOf = (error: unknown): string | undefined => {
  if (!(error instanceof MongoServerError) || AWAY.has(error.code)) return undefined
  return REFUSALS.get(error.code) ?? `it refuses it (${Number(error.code ?? 0)})`
}
