import Table from 'cli-table3'
import type { MadeImage } from './make-images.ts'

const HOW: Readonly<Record<MadeImage['how'], string>> = { made: 'made', kept: 'kept', foreign: 'was here' }

/** Images and their sizes for a person to read. */
export const imageTable = (made: readonly MadeImage[]): string => {
  const table = new Table({
    head: ['image', 'MB', ''],
    colAligns: ['left', 'right', 'left'],
    style: { head: [], border: [] },
  })
  for (const { name, bytes, how } of made) table.push([name, (bytes / 1e6).toFixed(0), HOW[how]])
  return table.toString()
}
