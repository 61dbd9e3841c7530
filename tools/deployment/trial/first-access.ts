import { z } from 'zod'
import type { Stack } from '../stack/stack.ts'

const COMMAND = ['run', '--rm', '--no-deps', '-T', 'api']
const Organization = z.object({ organization_id: z.number() })
const Key = z.object({ key: z.string() })

/** The key of a new organization that may ask its database, each made by the command that an operator has for it. */
export const firstAccess = async (stack: Stack, databaseUrl: string): Promise<string> => {
  const tabletalk = (args: readonly string[], input?: string): Promise<string> =>
    stack.compose([...COMMAND, ...args], input === undefined ? {} : { input })
  const created = await tabletalk(['org', 'create', '--name', 'Try', '--plan', 'enterprise', '--json'])
  const own = ['--org', String(Organization.parse(JSON.parse(created)).organization_id)]
  // Above what a load asks for.
  await tabletalk(['org', 'set', ...own, '--limit', 'per_minute=100000,per_hour=1000000,concurrent=500'])
  const tenants = ['--scoped', '--tenant-column', 'shop_id', '--accept']
  await tabletalk(['database', 'add', ...own, '--name', 'shops', '--url', '-', ...tenants, '--json'], databaseUrl)
  return Key.parse(JSON.parse(await tabletalk(['key', 'create', ...own, '--json']))).key
}
