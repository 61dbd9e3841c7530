import type { Db } from 'mongodb'
import type { Connection } from 'mongoose'

/** The database of an open connection. */
export const databaseOf = ({ db }: Connection): Db => {
  if (db === undefined) throw new Error('The connection is closed.')
  return db
}
