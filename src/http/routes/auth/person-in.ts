import type { Person } from '../../../accounts/person.ts'
import { Problem } from '../../../domain/problem.ts'
import type { Exchange } from '../../route.ts'

/** Who makes a request that is for people only (`OWN_ACCOUNT`). @throws Problem `token_missing` */
export const personIn = ({ person }: Pick<Exchange, 'person'>): Person => {
  if (person === undefined) throw new Problem('token_missing')
  return person
}
