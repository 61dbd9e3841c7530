import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DOCUMENT_STORE_VERSION, TEMPORAL_VERSION } from '../../../src/local/programs/versions.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string): Promise<string> => readFile(path.join(ROOT, file), 'utf8')

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

describe('versions in a fresh clone', () => {
  it('go.mod builds the version of Temporal that names its cache folder', async () => {
    expect(await read('tools/temporal/go.mod')).toContain(`github.com/temporalio/cli v${TEMPORAL_VERSION} `)
  })

  it('pom.xml builds the version of the document store that names its cache folder', async () => {
    expect(await read('tools/document-store/pom.xml')).toContain(`<version>${DOCUMENT_STORE_VERSION}</version>`)
  })

  it('package-lock.json contains the optional packages of every platform, as npm ci requires', async () => {
    const packages: Record<string, Locked> = JSON.parse(await read('package-lock.json')).packages
    const names = new Set(Object.keys(packages).map((location) => location.split('node_modules/').at(-1)))
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !names.has(name))
    expect(missing).toEqual([])
  })
})
