import type { Exchange } from '../../../../http/route.ts'
import { Problem } from '../../../../platform/problems/problem.ts'
import type { Person } from '../../person.ts'

/** The user of a request that requires a user access token (`OWN_ACCOUNT`). @throws Problem `token_missing` */
export const requirePerson = ({ person }: Pick<Exchange, 'person'>): Person => {
  if (person === undefined) throw new Problem('token_missing')
  return person
}
