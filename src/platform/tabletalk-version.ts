import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const Package = z.object({ version: z.string() })

/** The version of Tabletalk, from its package file. */
export const tabletalkVersion = (): string => {
  const file = path.join(import.meta.dirname, '../../package.json')
  return Package.parse(JSON.parse(readFileSync(file, 'utf8'))).version
}
