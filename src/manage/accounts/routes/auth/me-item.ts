import type { z } from 'zod'
import type { Organization } from '../../../../access/rules/organization.ts'
import type { LoggedIn } from '../../logged-in.ts'
import { roleOf, type User } from '../../rules/user.ts'
import type { Me, Tokens } from './auth-schema.ts'

/** A user as the contract writes it. */
export const meItem = (user: User, organization: Organization): z.input<typeof Me> => ({
  user_id: user.id,
  organization_id: organization.id,
  organization_name: organization.name,
  email: user.email,
  name: user.name ?? null,
  role: roleOf(user, organization),
  second_factor: user.hasSecondFactor,
})

/** The tokens of a login as the contract writes them. */
export const tokensItem = (entered: LoggedIn): z.input<typeof Tokens> => ({
  access_token: entered.accessToken,
  token_type: 'Bearer',
  expires_in: entered.expiresInS,
  refresh_token: entered.refreshToken,
  refresh_expires_at: new Date(entered.session.expiresAt).toISOString(),
  user: meItem(entered.account, entered.organization),
})
