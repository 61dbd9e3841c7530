import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ENGINE_NAMES } from '../support/house-rules.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const ENGINES_FOLDER = path.join(ROOT, 'src/engines')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

/** What every engine has; its other files lie in these folders. `language/` has what guard and verifier both know. */
const FLOOR_PLAN: readonly string[] = [
  'engine.ts',
  'dialect.ts',
  'connect/address.ts',
  'connect/session-pool.ts',
  'describe/describe-database.ts',
  'guard/guard.ts',
  'language/names.ts',
  'load/loader.ts',
  'run/explain-error.ts',
  'run/plain-value.ts',
  'run/run-statement.ts',
  'verify/verify.ts',
]

describe('src/engines', () => {
  it('contains the interfaces, one folder per engine, and shared code', () => {
    const interfaces = ['engine.ts', 'index.ts', 'loader.ts', 'loaders.ts']
    expect(ENGINE_NAMES).toContain('sqlite')
    expect(readdirSync(ENGINES_FOLDER).toSorted()).toEqual([...interfaces, ...ENGINE_NAMES, 'shared', 'sql'].toSorted())
  })

  describe.each(ENGINE_NAMES)('engine %s', (engine) => {
    const folder = path.join(ENGINES_FOLDER, engine)

    it('has the file of each task at the same path as every engine', () => {
      expect(FLOOR_PLAN.filter((file) => !existsSync(path.join(folder, file)))).toEqual([])
    })

    it('has no other folders or files', () => {
      const planned = new Set(FLOOR_PLAN.map((file) => file.split('/')[0]))
      expect(readdirSync(folder).filter((entry) => !planned.has(entry))).toEqual([])
    })

    it('is listed by the service and the portal, and runs the contract tests', () => {
      const lists = {
        'src/engines/index.ts': `${engine}Engine,`,
        'web/src/databases/engines.ts': `name: '${engine}'`,
        'web/src/i18n/en.ts': `${engine}: '`,
        'web/src/i18n/de.ts': `${engine}: '`,
      }
      const missing = Object.entries(lists).filter(([file, entry]) => !read(file).includes(entry))
      const tests = globSync(`test/engines/${engine}/*.test.ts`, { cwd: ROOT }).map(read).join('')
      const suites = ['engineContract(', 'noninterference('].filter((suite) => !tests.includes(suite))
      expect([
        ...missing.map(([file, entry]) => `${file}: ${entry}`),
        ...suites.map((suite) => `test/engines/${engine}/: ${suite}`),
      ]).toEqual([])
    })
  })
})
