import mongoose from 'mongoose'
import { isStoreAway } from '../platform/problems/store-away.ts'

const { MongoServerError } = mongoose.mongo

/**
 * What a store means that answers and refuses, by the numbers of
 * https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml, and what helps. Its own words are not
 * repeated: they hold names of users and values of documents.
 */
const LOGIN =
  'it rejects the user name or password; if the user was created in another database, add authSource, for example ?authSource=admin'

const FULL = 'its disk is full: free or add disk space; it then recovers by itself'

const LOGIN_CODES: readonly unknown[] = [11, 18, 8000]

const REFUSALS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ...LOGIN_CODES.map((code) => [code, LOGIN] as const),
  [13, 'its user is not authorized: grant it the role readWrite on this database'],
  [14_031, FULL],
  [12_501, 'it has too many open connections or files'],
  [20, 'it does not support this operation in its current configuration'],
  [94, 'it was started with --replSet, and its replica set is not initiated: run rs.initiate() on one of its members'],
])

/** Whether the store knows no such user, or another password. */
export const isLoginRefused = (error: unknown): boolean =>
  error instanceof MongoServerError && LOGIN_CODES.includes(error.code)

/**
 * Why the store has refused something, in words; undefined where it is not the store that refuses, or one that is away.
 *
 * @param error of the driver
 */
export const refusalOf = (error: unknown): string | undefined => {
  if (!(error instanceof MongoServerError)) return undefined
  return REFUSALS.get(error.code) ?? (isStoreAway(error) ? undefined : `it refused the operation (${numberOf(error)})`)
}

/** What is wrong with a store that answers, and cannot do its work just now; undefined of any other trouble. */
export const weaknessOf = (error: unknown): string | undefined =>
  error instanceof MongoServerError && isStoreAway(error)
    ? `the operation failed temporarily (${numberOf(error)}): try again`
    : undefined

const numberOf = ({ code }: { readonly code?: unknown }): number => Number(code ?? 0)
