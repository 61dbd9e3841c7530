import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ROLES, type Role } from '../../access/rules/role.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { signedTokens } from '../operators/signed-tokens.ts'
import { ACCESS_TOKEN_S } from './rules/portal-session.ts'

/** The claims of an access token. Only its subject is trusted: the role is read from the store for each request. */
export interface AccessClaims {
  readonly userId: number
  readonly organizationId: number
  readonly sessionId: string
  readonly role: Role
}

/** Portal JWTs (specification, section Authentication): HS256, valid for 15 minutes. */
export interface AccessTokens {
  sign(claims: AccessClaims, now?: Date): Promise<{ readonly token: string; readonly expiresInS: number }>
  /** @throws Problem `token_invalid`, `token_expired` */
  read(token: string, now?: Date): Promise<AccessClaims>
}

const PORTAL = { audience: 'tabletalk-portal', label: 'portal' }

const Claims = z.object({
  sub: z.string().regex(/^[1-9]\d{0,14}$/),
  org: z.int().min(1),
  sid: z.string().max(64),
  role: z.enum(ROLES),
})

/** @param roots as for `signedTokens` */
export const accessTokens = (roots: readonly Uint8Array[]): AccessTokens => {
  const tokens = signedTokens(roots, PORTAL)
  return {
    async sign({ userId, organizationId, sessionId, role }, now) {
      const claims = { subject: String(userId), id: randomUUID(), lifetimeS: ACCESS_TOKEN_S }
      const token = await tokens.sign({ ...claims, more: { org: organizationId, role, sid: sessionId } }, now)
      return { token, expiresInS: ACCESS_TOKEN_S }
    },
    async read(token, now) {
      const { success, data } = Claims.safeParse(await tokens.read(token, now))
      if (!success) throw new Problem('token_invalid')
      const { sub, org: organizationId, sid: sessionId, role } = data
      return { userId: Number(sub), organizationId, sessionId, role }
    },
  }
}
