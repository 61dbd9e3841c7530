import { FUNCTIONS, OPERATORS } from '../../../src/engines/mysql/language/allow-list.ts'
import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { noninterference } from '../contract/noninterference/noninterference.ts'
import { wordNames } from '../contract/noninterference/untyped-expressions.ts'
import { MYSQL } from './adapter.ts'
import { MYSQL_TWINS, MYSQL_WORDS } from './twins.ts'

describeWithMysql('on a real server,', () => {
  noninterference({ ...MYSQL, twins: MYSQL_TWINS }, { timed: process.env.TEST_TIMED !== undefined })
  afterAll(stopMysqlServer)
})

/** Another value at every call; what MariaDB does not have or has for windows only; and other names for what is in it. */
const LEFT_OUT = new Set(
  `curdate current_date current_time current_timestamp curtime localtime localtimestamp now sysdate utc_date utc_time
  utc_timestamp rand any_value grouping regexp_like median percentile_cont percentile_disc Arrow LongArrow
  PGBitwiseNot`.split(/\s+/),
)

it('queries are generated of every function and operator that the guard lets pass', () => {
  const written = wordNames(MYSQL_WORDS)
  expect([...FUNCTIONS, ...OPERATORS].filter((name) => !written.has(name) && !LEFT_OUT.has(name))).toEqual([])
})
