import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { readIfExists, writePrivate } from './private-file.ts'

/** The paths of files in the home folder. */
export const homeFiles = (home: string) => ({
  lock: path.join(home, 'lock'),
  secret: path.join(home, 'secret'),
  runtime: path.join(home, 'runtime.json'),
  demo: path.join(home, 'demo.json'),
  logs: path.join(home, 'logs'),
  temporal: path.join(home, 'temporal', 'temporal.db'),
  documents: path.join(home, 'store', 'documents.mv'),
  mongod: path.join(home, 'mongod'),
})

/** Creates the home folder and its subfolders. */
export const openHome = async (home: string): Promise<void> => {
  const files = homeFiles(home)
  await mkdir(home, { recursive: true, mode: 0o700 })
  const folders = [files.logs, path.dirname(files.temporal), path.dirname(files.documents)]
  await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })))
}

/** The secret of this home folder, 32 random bytes in hexadecimal, or undefined before its first start. */
export const readSecret = async (home: string): Promise<string | undefined> =>
  (await readIfExists(homeFiles(home).secret))?.trim()

/** The secret of this home folder; created if there is none. Only the holder of the home's lock may call this. */
export const ensureSecret = async (home: string): Promise<string> => {
  const known = await readSecret(home)
  if (known !== undefined) return known
  const secret = randomBytes(32).toString('hex')
  await writePrivate(homeFiles(home).secret, `${secret}\n`)
  return secret
}
