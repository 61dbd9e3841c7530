import { readFile, writeFile } from 'node:fs/promises'
import openapiTypescript from 'openapi-typescript'

/** Writes `src/schema.ts`, the types of the client, from the published OpenAPI document. */
const document = await readFile(new URL('../../src/http/openapi.json', import.meta.url), 'utf8')
const types = await openapiTypescript(JSON.parse(document), { commentHeader: '' })
await writeFile(new URL('src/schema.ts', import.meta.url), types)
