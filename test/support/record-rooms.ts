import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { roomsTable, roomsTableIn } from './rooms-table.ts'

/** Writes the table of the rooms in `ARCHITECTURE.md` as the rules have it. To be run when a rule has changed. */
const FILE = path.join(import.meta.dirname, '../../ARCHITECTURE.md')

const page = readFileSync(FILE, 'utf8')
const shown = roomsTableIn(page)
if (shown === undefined) throw new Error('ARCHITECTURE.md has no table that begins with "| Room |"')
writeFileSync(
  FILE,
  page.replace(shown, () => roomsTable()),
)
