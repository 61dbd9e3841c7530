import { z } from 'zod'
import { homeFiles } from './home.ts'
import { parseJsonOrUndefined, readIfExists, writePrivate } from './private-file.ts'

const Demo = z.object({
  base_url: z.string(),
  org_key: z.string(),
  database_key: z.string(),
  organization_id: z.number().int(),
  database_id: z.string(),
  tenants: z.array(z.object({ id: z.number().int(), name: z.string() })),
  scopes: z.array(z.string()),
  temporal_ui: z.string().nullable(),
})

/** Addresses, keys and ids of the demo organization; scripts read them from `demo.json` in the home folder. */
export type DemoData = z.infer<typeof Demo>

export const writeDemoFile = (home: string, demo: DemoData): Promise<void> =>
  writePrivate(homeFiles(home).demo, `${JSON.stringify(Demo.parse(demo), undefined, 2)}\n`)

/** Reads `demo.json`; undefined if it is missing or invalid: the next start writes it again. */
export const readDemoFile = async (home: string): Promise<DemoData | undefined> => {
  const text = await readIfExists(homeFiles(home).demo)
  return text === undefined ? undefined : Demo.safeParse(parseJsonOrUndefined(text)).data
}
