import { randomUUID } from 'node:crypto'
import type { Operator, OperatorCredential } from '../../access/rules/operator.ts'
import { Problem, type ProblemName } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { signedTokens, TOKEN_LASTS_MAX_S } from './signed-tokens.ts'

/** A credential of an operator lasts a month at most. */
export const OPERATOR_LASTS_MAX_S = TOKEN_LASTS_MAX_S

/** Credentials of operators: tokens with an audience of their own, which no other route takes, and which can be revoked. */
export interface Operators {
  /** @param lastsS at most `OPERATOR_LASTS_MAX_S` */
  issue(name: string, lastsS: number): Promise<OperatorCredential & { readonly token: string }>
  /** Whether a bearer token says that it is an operator's. */
  isMeant(token: string): Promise<boolean>
  /** Whose credential it is. @throws Problem `token_invalid` (also where it was revoked), `token_expired` */
  read(token: string): Promise<Operator>
  /** Those that are valid, by when they were made. */
  list(): Promise<readonly OperatorCredential[]>
  /** @returns false where there was none */
  revoke(id: string): Promise<boolean>
}

const OPERATORS = { audience: 'tabletalk-operators', label: 'operators' }

const HOW = 'create another one with: tabletalk operator new'

/** @param roots as for `signedTokens` */
export const operators = (roots: readonly Uint8Array[], store: Pick<Store, 'operators'>): Operators => {
  const tokens = signedTokens(roots, OPERATORS)
  return {
    async issue(name, lastsS) {
      const [id, now] = [randomUUID(), new Date()]
      const expiresAt = new Date(now.getTime() + lastsS * 1000).toISOString()
      const credential = { id, name, createdAt: now.toISOString(), expiresAt }
      const token = await tokens.sign({ subject: name, id, lastsS }, now)
      await store.operators.add(credential)
      return { ...credential, token }
    },
    isMeant: tokens.isMeant,
    list: () => store.operators.all(),
    revoke: (id) => store.operators.remove(id),
    async read(token) {
      const { jti: id = '' } = await tokens.read(token).catch((error: unknown) => {
        throw error instanceof Problem ? refused(error.problem, refusalOf(error), error) : error
      })
      const known = await store.operators.find(id)
      if (known === undefined) throw refused('token_invalid', `This operator credential was revoked; ${HOW}`)
      return { id: known.id, name: known.name }
    },
  }
}

const refused = (problem: ProblemName, message: string, cause?: unknown): Problem =>
  new Problem(problem, { message, details: [{ field: 'Authorization', message, code: 'AUTH_FAILED' }], cause })

const refusalOf = ({ problem }: Problem): string =>
  problem === 'token_expired'
    ? `This operator credential has expired; ${HOW}`
    : `This operator credential is not valid; ${HOW}`
