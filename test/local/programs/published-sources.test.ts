import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DOCUMENT_STORE_VERSION, TEMPORAL_VERSION } from '../../../src/local/programs/versions.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string): Promise<string> => readFile(path.join(ROOT, file), 'utf8')

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

describe('what a fresh clone installs and builds', () => {
  it('is the Temporal that the cache folder is named after', async () => {
    expect(await read('tools/temporal/go.mod')).toContain(`github.com/temporalio/cli v${TEMPORAL_VERSION} `)
  })

  it('is the document store that the cache folder is named after', async () => {
    expect(await read('tools/document-store/pom.xml')).toContain(`<version>${DOCUMENT_STORE_VERSION}</version>`)
  })

  it('is locked for every system: npm ci refuses a lock file that leaves out an optional package', async () => {
    const packages: Record<string, Locked> = JSON.parse(await read('package-lock.json')).packages
    const names = new Set(Object.keys(packages).map((place) => place.split('node_modules/').at(-1)))
    const leftOut = Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !names.has(name))
    expect(leftOut).toEqual([])
  })
})
