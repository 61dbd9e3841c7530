import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const DIGITS = 12

/**
 * What a worker runs, as shown in the Temporal UI: the version of Tabletalk, and a digest of its workflows' code, which
 * differs wherever a replay might diverge.
 */
export const buildIdOf = async ({ code }: { readonly code: string }): Promise<string> => {
  const file = path.join(import.meta.dirname, '../package.json')
  const { version }: { version: string } = JSON.parse(await readFile(file, 'utf8'))
  return `tabletalk@${version}+${createHash('sha256').update(code).digest('hex').slice(0, DIGITS)}`
}
