import type { Exchange } from '../../../../http/route.ts'
import { Problem } from '../../../../platform/problems/problem.ts'
import type { Person } from '../../person.ts'

/** Who makes a request that is for people only (`OWN_ACCOUNT`). @throws Problem `token_missing` */
export const personIn = ({ person }: Pick<Exchange, 'person'>): Person => {
  if (person === undefined) throw new Problem('token_missing')
  return person
}
