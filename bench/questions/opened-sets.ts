import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** Question sets that were opened, with the first date: a set that was inspected is no longer a valid test set. */
const OPENED_SETS = fileURLToPath(new URL('../opened-sets.json', import.meta.url))

const recordSchema = z.array(
  z.object({
    /** SHA-256 of the set's text, so that a renamed set is recognized. */
    digest: z.string(),
    name: z.string(),
    /** `2026-11-22`. */
    firstOpened: z.iso.date(),
  }),
)

type OpenedSet = z.infer<typeof recordSchema>[number]

/**
 * The record of a set, which is added if it was never opened before.
 *
 * @param text of the whole set
 * @throws the error of the file system if the record cannot be written
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
