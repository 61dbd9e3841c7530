import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readChildModules } from '../../../src/engines/sqlite/connect/child-modules.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** A module and its static imports, without type imports and dynamic imports. */
const loadedBy = (file: string, known = new Set<string>()): ReadonlySet<string> => {
  if (known.has(file)) return known
  known.add(file)
  const code = stripTypeScriptTypes(readFileSync(path.join(ROOT, file), 'utf8'))
  for (const [, imported = ''] of code.matchAll(/\bfrom '(\.[^']+)'/g))
    loadedBy(path.join(path.dirname(file), imported), known)
  return known
}

it('an SQLite query process loads no module that only descriptions need, so that it starts quickly', () => {
  const loaded = [...loadedBy('src/engines/sqlite/connect/child.ts')].toSorted()
  expect(loaded).toEqual([
    'src/engines/shared/run/row-collector.ts',
    'src/engines/shared/run/truncated-cell.ts',
    'src/engines/sql/names.ts',
    'src/engines/sqlite/connect/child.ts',
    'src/engines/sqlite/connect/open-database.ts',
    'src/engines/sqlite/language/allow-list.ts',
    'src/engines/sqlite/language/names.ts',
    'src/engines/sqlite/run/fence.ts',
    'src/engines/sqlite/run/plain-value.ts',
    'src/engines/sqlite/run/run-statement.ts',
  ])
})

it.each(['run', 'describe'])(
  'an SQLite process for a %s job reads no TypeScript: its parent sends all modules',
  async (kind) => {
    const folder = path.join(ROOT, 'src/engines/sqlite/connect')
    const child = fork(path.join(folder, 'begin-child.js'), [String(process.pid)], {
      execArgv: ['--no-strip-types'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    const replies: unknown[] = []
    child.on('message', (reply) => replies.push(reply) === 2 && child.disconnect())
    child.send(readChildModules(pathToFileURL(path.join(folder, 'child.ts'))))
    child.send({ kind, file: '/nowhere/missing.sqlite' })
    await once(child, 'exit')
    expect(replies).toEqual([{ kind: 'begun' }, { kind: 'unreachable', detail: expect.stringContaining('ENOENT') }])
  },
)
