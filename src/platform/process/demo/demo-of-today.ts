import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { generateDemo } from '../../../../demo/generate.ts'

/** Generates the demo database of today, because its questions refer to "last month" and "yesterday". @returns the absolute path */
export const demoOfToday = async (home: string): Promise<string> => {
  const folder = path.join(home, 'demo')
  const today = new Date()
  const name = `shops-${today.toISOString().slice(0, 10)}.db`
  await mkdir(folder, { recursive: true })
  const names = await readdir(folder)
  const file = path.join(folder, name)
  if (!names.includes(name)) generateDemo(file, today)
  const old = names.filter((candidate) => !candidate.startsWith(name))
  await Promise.all(old.map((candidate) => rm(path.join(folder, candidate), { force: true })))
  return file
}
