import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Catalog } from '../../src/ask/rules/catalog.ts'

/** What `global-setup.ts` has started for all suites of a run. */
export interface TestServers {
  readonly temporalAddress: string
  /** Without a database name: every suite takes one of its own. */
  readonly mongoUri: string
  /** The demo's SQLite file; read-only. */
  readonly demoFile: string
  /** A folder for what processes under test write. */
  readonly home: string
}

const VARIABLE = 'TABLETALK_TEST_SERVERS'

export const announceTestServers = (servers: TestServers): void => {
  process.env[VARIABLE] = JSON.stringify(servers)
}

/** Undefined where a suite runs without them. */
export const announcedServers = (): TestServers | undefined => {
  const announced = process.env[VARIABLE]
  return announced === undefined ? undefined : JSON.parse(announced)
}

export const testServers = (): TestServers => {
  const announced = announcedServers()
  if (announced === undefined)
    throw new Error('The servers of the test run are not there: start the suite with `npm test` or `npm run jest`.')
  return announced
}

/** Where the workflows' bundle of this run is; making it takes seconds, and many processes need it. */
export const bundleFile = (home: string): string => path.join(home, 'workflows.js')

/** What is known of the demo, as indexing it once has found. */
export const demoCatalog = async (): Promise<Catalog> =>
  JSON.parse(await readFile(catalogFile(testServers().home), 'utf8'))

export const catalogFile = (home: string): string => path.join(home, 'catalog.json')

let bundle: Promise<string> | undefined

/** The workflows as workers take them: one text, however many files of tests have workers (`runner/run-file.js`). */
export const testBundle = async (): Promise<{ readonly code: string }> => {
  bundle ??= readFile(bundleFile(testServers().home), 'utf8')
  return { code: await bundle }
}
