import { FUNCTIONS, OPERATORS } from '../../../src/engines/mysql/language/allow-list.ts'
import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { noninterference } from '../contract/noninterference/noninterference.ts'
import { wordNames } from '../contract/noninterference/untyped-expressions.ts'
import { MYSQL } from './adapter.ts'
import { MYSQL_TWINS, MYSQL_WORDS } from './twins.ts'

describeWithMysql('on a MySQL server,', () => {
  noninterference({ ...MYSQL, twins: MYSQL_TWINS }, { timed: process.env.TEST_TIMED !== undefined })
  afterAll(stopMysqlServer)
})

/** Functions that are nondeterministic, that MariaDB lacks or has for windows only, and aliases of generated ones. */
const OMITTED = new Set(
  `curdate current_date current_time current_timestamp curtime localtime localtimestamp now sysdate utc_date utc_time
  utc_timestamp rand any_value grouping regexp_like median percentile_cont percentile_disc Arrow LongArrow
  PGBitwiseNot`.split(/\s+/),
)

it('MySQL query generator covers every function and operator that the guard accepts', () => {
  const written = wordNames(MYSQL_WORDS)
  expect([...FUNCTIONS, ...OPERATORS].filter((name) => !written.has(name) && !OMITTED.has(name))).toEqual([])
})
