import { writeFile } from 'node:fs/promises'
import { demoForSchema } from '../../demo/for-schema.ts'
import { DEMO } from '../../demo/organization.ts'
import { sqliteEngine } from '../../src/engines/sqlite/engine.ts'
import { makeCatalog } from '../../src/knowledge/catalog/make-catalog.ts'

/** Writes what indexing learns of the demo's SQLite file: `learn-demo.ts DEMO.sqlite CATALOG.json`. */
const [file = '', to = ''] = process.argv.slice(2)
const engine = sqliteEngine()
const address = `sqlite:${file}`
const { signal } = new AbortController()
const samplingKey = new Uint8Array(32)
const schema = await engine.describe(address, signal)
const database = { ...DEMO.database, ...demoForSchema(schema), organizationId: 1 }
const { secrets: _, ...catalog } = await makeCatalog({ database, engine, address, schema, signal, samplingKey })
await writeFile(to, JSON.stringify(catalog))
await engine.close()
