import { CommandFailed } from '../command-failed.ts'
import type { Operator } from '../with-store.ts'

/** Makes sure of a key before it is changed. @throws CommandFailed where it is not there, or works no more */
export const livingKey = async ({ store }: Operator, organizationId: number, id: string): Promise<void> => {
  const found = await store.apiKeys.findListed({ organizationId }, id)
  if (found === undefined || found.status === 'revoked') throw noKey(organizationId, id)
}

/** What is said about a key that is not there, or works no more. */
export const noKey = (organizationId: number, id: string): CommandFailed =>
  new CommandFailed(
    `Organization ${organizationId} has no active key ${id}. See: npx tabletalk key list --org ${organizationId}`,
  )
