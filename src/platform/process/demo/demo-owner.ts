import { randomBytes } from 'node:crypto'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { AccountParts } from '../../../manage/accounts/account-parts.ts'
import { reconcileOwner } from '../../../manage/accounts/ownership.ts'

/** The owner of the demo organization. */
export interface DemoOwner {
  readonly userId: number
  readonly email: string
  /** Present if the owner was just created; it cannot be retrieved again. */
  readonly password?: string
}

/** The user id of the demo's API keys. */
const OWNER = { userId: 1, email: 'owner@demo.example' } as const

const PASSWORD_BYTES = 12

/** Creates the owner of the demo organization, once. */
export const demoOwner = async (
  { store, passwords }: Pick<AccountParts, 'store' | 'passwords'>,
  caller: OrganizationRef,
): Promise<DemoOwner> => {
  const { userId, email } = OWNER
  const known = await store.users.find(caller, userId)
  if (known !== undefined) {
    // The process that created the user may have died before the ownership was stored.
    await reconcileOwner({ store }, caller, userId)
    return { userId, email: known.email }
  }
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const passwordHash = await passwords.hash(password)
  const owner = { email, name: 'Demo owner', role: 'owner', status: 'active', emailVerified: true } as const
  await store.users.add(caller, { ...owner, passwordHash }, userId)
  await reconcileOwner({ store }, caller, userId)
  return { userId, email, password }
}
