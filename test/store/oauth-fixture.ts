import type { OAuthGrant } from '../../src/manage/oauth/rules/oauth-grant.ts'

/** A grant of user 2 of an organization. */
export const oauthGrant = (organizationId: number, id: string): OAuthGrant => ({
  id,
  organizationId,
  userId: 2,
  clientId: 'host',
  clientName: 'Host',
  redirectHost: 'host.example',
  resource: 'https://api.example/mcp',
  databaseIds: ['shop'],
  createdAt: new Date('2026-11-21T10:00:00.000Z'),
  expiresAt: new Date('2027-11-21T10:00:00.000Z'),
})

export const OAUTH_TOKEN = { kind: 'RefreshToken', id: 'token' } as const
export const OAUTH_EXPIRY = new Date('2027-11-21T10:00:00.000Z')
