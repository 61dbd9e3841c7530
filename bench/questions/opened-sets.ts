import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** Which sets of questions were opened, and when first: what has been looked at measures nothing any more. */
export const OPENED_SETS = fileURLToPath(new URL('../opened-sets.json', import.meta.url))

const recordSchema = z.array(
  z.object({
    /** SHA-256 of the set's text: under another name it is the same set. */
    digest: z.string(),
    name: z.string(),
    /** `2026-11-22`. */
    firstOpened: z.iso.date(),
  }),
)

export type OpenedSet = z.infer<typeof recordSchema>[number]

/**
 * What the record says of a set, which is entered when it was never opened before.
 *
 * @param text of the whole set
 * @throws what the file system says when the record cannot be written
 */
export const openedSet = (text: string, name: string, today: Date, file = OPENED_SETS): OpenedSet => {
  const digest = createHash('sha256').update(text).digest('hex')
  const record = existsSync(file) ? recordSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
  const known = record.find((set) => set.digest === digest)
  if (known !== undefined) return known
  const entered = { digest, name, firstOpened: today.toISOString().slice(0, 10) }
  writeFileSync(file, `${JSON.stringify([...record, entered], null, 2)}\n`)
  return entered
}
