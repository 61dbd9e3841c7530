import { mysqlServer } from '../../support/mysql-server.ts'

/** A new, empty database of the test server. */
export const newDatabase = async (): Promise<string> => {
  const { admin, newName } = await mysqlServer()
  const name = newName()
  await admin.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`)
  return name
}
