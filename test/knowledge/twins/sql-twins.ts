import type { TwinEngine } from './twins.ts'
import { verifiedSql } from './verified-queries.ts'

/** What all relational engines have in common. */
export const SQL_TWINS: Pick<TwinEngine, 'verified' | 'probes'> = {
  verified: verifiedSql,
  probes: ({ foreign }) =>
    foreign
      .slice(0, 2)
      .flatMap((name) => [
        `SELECT id FROM customers WHERE name = '${name}'`,
        `SELECT "${name}" FROM customers`,
        `SELECT COUNT(*) AS n FROM "${name}"`,
      ]),
}
