import type { Command } from 'commander'
import { recordChange } from './record-change.ts'
import { userCommand } from './user.ts'

const EXAMPLES = `
Examples:
  $ curl -sS -H "Authorization: Bearer $(tabletalk token --user 12)" http://localhost:3000/api/v1/auth/me
  $ tabletalk token --user 12 --json | jq -r .access_token`

/** `tabletalk token`: creates an access token for a user. */
export const registerToken = (program: Command): void =>
  userCommand(program, 'token', {
    summary: 'create an access token for a user',
    description:
      'Logs a user in without a password and prints an access token that is valid for 15 minutes. The audit log of the organization records it.',
    examples: EXAMPLES,
    async answer({ user, organization, organizationId, accounts, ...parts }) {
      const entry = { organizationId, action: 'session.created', subject: String(user.id) } as const
      const made = await accounts.logInWithoutPassword(user, organization, (write) => recordChange(parts, entry, write))
      return {
        json: { access_token: made.accessToken, expires_in: made.expiresInS, refresh_token: made.refreshToken },
        text: made.accessToken,
      }
    },
  })
