import { randomUUID } from 'node:crypto'
import type { Operator, OperatorCredential } from '../../access/rules/operator.ts'
import { Problem, type ProblemName } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { signedTokens, TOKEN_LIFETIME_MAX_S } from './signed-tokens.ts'

/** Maximum lifetime of an operator credential: 30 days. */
export const OPERATOR_LIFETIME_MAX_S = TOKEN_LIFETIME_MAX_S

/** Operator credentials: revocable tokens with a separate audience, which only operator endpoints accept. */
export interface OperatorCredentials {
  /** @param lifetimeS at most `OPERATOR_LIFETIME_MAX_S` */
  issue(name: string, lifetimeS: number): Promise<OperatorCredential & { readonly token: string }>
  /** Whether a bearer token claims the audience of operators. The signature is not verified. */
  claimsAudience(token: string): Promise<boolean>
  /** @returns the operator of a credential @throws Problem `token_invalid` (also if it was revoked), `token_expired` */
  read(token: string): Promise<Operator>
  /** Valid credentials, oldest first. */
  list(): Promise<readonly OperatorCredential[]>
  /** @returns false if there is no such credential */
  revoke(id: string): Promise<boolean>
}

const OPERATORS = { audience: 'tabletalk-operators', label: 'operators' }

const REMEDY = 'create another one with: tabletalk operator new'

/** @param roots see `signedTokens` */
export const operators = (roots: readonly Uint8Array[], store: Pick<Store, 'operators'>): OperatorCredentials => {
  const tokens = signedTokens(roots, OPERATORS)
  return {
    async issue(name, lifetimeS) {
      const [id, now] = [randomUUID(), new Date()]
      const expiresAt = new Date(now.getTime() + lifetimeS * 1000).toISOString()
      const credential = { id, name, createdAt: now.toISOString(), expiresAt }
      const token = await tokens.sign({ subject: name, id, lifetimeS }, now)
      await store.operators.add(credential)
      return { ...credential, token }
    },
    claimsAudience: tokens.claimsAudience,
    list: () => store.operators.all(),
    revoke: (id) => store.operators.remove(id),
    async read(token) {
      const { jti: id = '' } = await tokens.read(token).catch((error: unknown) => {
        throw error instanceof Problem ? credentialProblem(error.problem, refusalMessage(error), error) : error
      })
      const known = await store.operators.find(id)
      if (known === undefined)
        throw credentialProblem('token_invalid', `This operator credential was revoked; ${REMEDY}`)
      return { id: known.id, name: known.name }
    },
  }
}

const credentialProblem = (problem: ProblemName, message: string, cause?: unknown): Problem =>
  new Problem(problem, { message, details: [{ field: 'Authorization', message, code: 'AUTH_FAILED' }], cause })

const refusalMessage = ({ problem }: Problem): string =>
  problem === 'token_expired'
    ? `This operator credential has expired; ${REMEDY}`
    : `This operator credential is not valid; ${REMEDY}`
