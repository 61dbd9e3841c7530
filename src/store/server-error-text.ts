import mongoose from 'mongoose'
import { isStoreUnavailable } from '../platform/problems/store-unavailable.ts'

const { MongoServerError } = mongoose.mongo

/**
 * Explanations of MongoDB error codes
 * (https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml) with advice. The server's messages are not
 * used: they contain user names and values of documents.
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

/** Whether the store rejected the credentials. */
export const isLoginRefused = (error: unknown): boolean =>
  error instanceof MongoServerError && LOGIN_CODES.includes(error.code)

/**
 * The explanation of a server error; undefined for other errors and for an unavailable store.
 *
 * @param error of the driver
 */
export const serverErrorText = (error: unknown): string | undefined => {
  if (!(error instanceof MongoServerError)) return undefined
  return (
    REFUSALS.get(error.code) ?? (isStoreUnavailable(error) ? undefined : `it refused the operation (${codeOf(error)})`)
  )
}

/** The explanation of a temporary server error; undefined for other errors. */
export const temporaryErrorText = (error: unknown): string | undefined =>
  error instanceof MongoServerError && isStoreUnavailable(error)
    ? `the operation failed temporarily (${codeOf(error)}): try again`
    : undefined

const codeOf = ({ code }: { readonly code?: unknown }): number => Number(code ?? 0)
