import { z } from 'zod'
import type { Stack } from '../stack/stack.ts'

const COMMAND = ['run', '--rm', '--no-deps', '-T', 'api']
const Organization = z.object({ organization_id: z.number() })
const Key = z.object({ key: z.string() })

/**
 * Keys of new organizations that may each ask the database, all of it made by the commands that an operator has for it.
 * @param count of organizations
 */
export const firstAccesses = async (stack: Stack, databaseUrl: string, count: number): Promise<readonly string[]> =>
  await Promise.all(Array.from({ length: count }, (_, index) => access(stack, databaseUrl, `Try ${index + 1}`)))

const access = async (stack: Stack, databaseUrl: string, name: string): Promise<string> => {
  const tabletalk = (args: readonly string[], input?: string): Promise<string> =>
    stack.compose([...COMMAND, ...args], input === undefined ? {} : { input })
  const created = await tabletalk(['org', 'create', '--name', name, '--plan', 'enterprise', '--json'])
  const own = ['--org', String(Organization.parse(JSON.parse(created)).organization_id)]
  // Above what a load asks for.
  await tabletalk(['org', 'set', ...own, '--limit', 'per_minute=100000,per_hour=1000000,concurrent=500'])
  const tenants = ['--scoped', '--tenant-column', 'shop_id', '--accept']
  await tabletalk(['database', 'add', ...own, '--name', 'shops', '--url', '-', ...tenants, '--json'], databaseUrl)
  return Key.parse(JSON.parse(await tabletalk(['key', 'create', ...own, '--json']))).key
}
