import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import openapiTypescript from 'openapi-typescript'

const HEADER = '/** Written by generate.ts from openapi.json: change the service, and write it again. */\n\n'

/** The types of a document, as `src/schema.ts` holds them. */
export const typesOf = async (document: string): Promise<string> =>
  HEADER + (await openapiTypescript(JSON.parse(document), { commentHeader: '' }))

if (import.meta.filename === process.argv[1]) {
  const document = await readFile(path.join(import.meta.dirname, 'openapi.json'), 'utf8')
  await writeFile(path.join(import.meta.dirname, 'src/schema.ts'), await typesOf(document))
}
