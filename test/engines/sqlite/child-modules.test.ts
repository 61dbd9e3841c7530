import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** A module and all that it imports before it runs: what is imported as a type only, or later, is not loaded. */
const loadedBy = (file: string, known = new Set<string>()): ReadonlySet<string> => {
  if (known.has(file)) return known
  known.add(file)
  const code = stripTypeScriptTypes(readFileSync(path.join(ROOT, file), 'utf8'))
  for (const [, imported = ''] of code.matchAll(/\bfrom '(\.[^']+)'/g))
    loadedBy(path.join(path.dirname(file), imported), known)
  return known
}

it('a process that runs a statement loads no module that only describing needs: somebody waits while it starts', () => {
  const loaded = [...loadedBy('src/engines/sqlite/run/child.ts')].toSorted()
  expect(loaded).toEqual([
    'src/engines/rows/cut-cell.ts',
    'src/engines/rows/row-collector.ts',
    'src/engines/sql-rewriting/lower-ascii.ts',
    'src/engines/sqlite/guard/allow-list.ts',
    'src/engines/sqlite/guard/names.ts',
    'src/engines/sqlite/run/child.ts',
    'src/engines/sqlite/run/fence.ts',
    'src/engines/sqlite/run/open-database.ts',
    'src/engines/sqlite/run/run-statement.ts',
  ])
})
