import { addressOf } from '../../../src/engines/postgres/connect/address.ts'
import { Session } from '../../../src/engines/postgres/connect/session.ts'
import { runStatement } from '../../../src/engines/postgres/run/run-statement.ts'
import { transactionStart } from '../../../src/engines/postgres/run/transaction-start.ts'
import type { Json } from '../../../src/platform/values/json.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { never } from '../contract/contract-bench.ts'
import { cells } from '../contract/results.ts'
import { onServer } from './fixture-database.ts'
import { usePostgres } from './use-postgres.ts'

const server = usePostgres(startPostgres)
let session: Session
beforeAll(async () => {
  const { address } = await server()
  // Settings of the role must not change any value.
  await onServer(address, (client) =>
    client.query(`CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN cents AS int; CREATE TYPE pair AS (a int, b text);
      CREATE TABLE typed (exact numeric(38, 20), few numeric(10, 2), free numeric, tiny numeric(38, 18));
      INSERT INTO typed VALUES (0.12345678901234567890, 7, 0.1234567890123456789012, 123456789.123456789012345678);
      ALTER ROLE tester SET DateStyle = 'German, DMY'; ALTER ROLE tester SET IntervalStyle = 'sql_standard';
      ALTER ROLE tester SET TimeZone = 'Asia/Tokyo'; ALTER ROLE tester SET extra_float_digits = -10;
      ALTER ROLE tester SET bytea_output = 'escape'; ALTER ROLE tester SET search_path = 'stolen'`),
  )
  session = await Session.open(addressOf(address), { allowPrivateHosts: true, connectMs: 30_000 }, never())
  await session.exec(transactionStart({ leftMs: 60_000, tag: 't', serverVersion: session.serverVersion }))
})
afterAll(() => session.close())

const cellOf = async (expression: string, rounded: readonly string[] = []): Promise<Json | undefined> => {
  const limits = { rowsMax: 10, bytesMax: 10_000_000, rounded: new Set(rounded) }
  return cells(await runStatement(session, `SELECT ${expression}`, [], limits))[0]?.[0]
}

describe('PostgreSQL value is converted to plain JSON:', () => {
  it.each<[string, Json]>([
    ['1::smallint', 1],
    ['2147483647', 2147483647],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ["'-9223372036854775808'::bigint", '-9223372036854775808'],
    ['4294967295::oid', 4294967295],
    ['7::public.cents', 7],
    ['12.50', 12.5],
    ['0.1', 0.1],
    ['-0.00000001', -0.00000001],
    ['100::numeric', 100],
    ['100.00', 100],
    ['0.0000', 0],
    ['9007199254740993::numeric', '9007199254740993'],
    ['123456789012345678901234567890.5', '123456789012345678901234567890.5'],
    ['123456789.012345678901234567', '123456789.012345678901234567'],
    ['0.000000000000000001', 1e-18],
    ['free FROM public.typed', '0.1234567890123456789012'],
    ['sum(tiny) FROM public.typed', '123456789.123456789012345678'],
    ['max(tiny) FROM public.typed', '123456789.123456789012345678'],
    ['array_agg(tiny) FROM public.typed', ['123456789.123456789012345678']],
    ['1.0 / 3', '0.33333333333333333333'],
    ['exact FROM public.typed', '0.12345678901234567890'],
    ['few FROM public.typed', 7],
    ["'NaN'::numeric", 'NaN'],
    ["'Infinity'::numeric", 'Infinity'],
    ['0.1::real', 0.1],
    ['0.1::float8 + 0.2::float8', 0.1 + 0.2],
    ['1e300::float8', 1e300],
    ["'NaN'::float8", 'NaN'],
    ["'-Infinity'::float8", '-Infinity'],
    ['true', true],
    ['1 = 2', false],
    ['NULL', null],
    ["DATE '2026-11-21'", '2026-11-21'],
    ["DATE '0044-03-15 BC'", '0044-03-15 BC'],
    ["'infinity'::date", 'infinity'],
    ["TIMESTAMP '2026-11-21 08:30:00'", '2026-11-21 08:30:00'],
    ["TIMESTAMP '2026-11-21 08:30:00.5'", '2026-11-21 08:30:00.5'],
    ["TIMESTAMPTZ '2026-11-21 08:30:00.123456+02'", '2026-11-21T06:30:00.123456Z'],
    ["TIMESTAMPTZ '2026-11-21 23:30:00-05'", '2026-11-22T04:30:00Z'],
    ["'infinity'::timestamptz", 'infinity'],
    ["TIME '08:30:00'", '08:30:00'],
    ["TIMETZ '08:30:00+02'", '08:30:00+02'],
    ["INTERVAL '1 year 2 months 3 days 4 hours'", 'P1Y2M3DT4H'],
    ["INTERVAL '90 minutes'", 'PT1H30M'],
    ["'\\x00ff10'::bytea", '(3 bytes)'],
    ["''::bytea", '(0 bytes)'],
    ['ARRAY[1, 2, NULL]', [1, 2, null]],
    ["ARRAY['a', 'NULL', 'it''s \"x\", {y}', '']", ['a', 'NULL', 'it\'s "x", {y}', '']],
    [
      'ARRAY[[1, 2], [3, 4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["'{}'::int[]", []],
    ["'[0:1]={5,6}'::int[]", [5, 6]],
    ['ARRAY[9007199254740993]', ['9007199254740993']],
    ['ARRAY[1.5, 2.50]', [1.5, 2.5]],
    ['ARRAY[true, false]', [true, false]],
    ["ARRAY[TIMESTAMPTZ '2026-11-21 08:30:00+00']", ['2026-11-21T08:30:00Z']],
    ["ARRAY['\\x0001'::bytea]", ['(2 bytes)']],
    ["ARRAY['sad', 'ok']::public.mood[]", ['sad', 'ok']],
    ["'ok'::public.mood", 'ok'],
    [`'{"a": [1, {"b": null}], "c": "x"}'::jsonb`, { a: [1, { b: null }], c: 'x' }],
    [`'[1.5, true]'::json`, [1.5, true]],
    [`'"text"'::jsonb`, 'text'],
    [`'9007199254740993'::jsonb`, '9007199254740993'],
    [`'{"id": 9007199254740993}'::jsonb`, '{"id": 9007199254740993}'],
    [`'{"a": 0.1234567890123456789}'::jsonb`, '{"a": 0.1234567890123456789}'],
    [`'[1.10, 2.5e3, 0.30000000000000004]'::json`, [1.1, 2500, 0.30000000000000004]],
    ['json_agg(tiny) FROM public.typed', '[123456789.123456789012345678]'],
    [`('${'['.repeat(40)}${']'.repeat(40)}')::jsonb`, `${'['.repeat(40)}${']'.repeat(40)}`],
    ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    ["'10.0.0.0/8'::cidr", '10.0.0.0/8'],
    ["'192.168.0.1'::inet", '192.168.0.1'],
    ["B'1010'", '1010'],
    ["'[1,5)'::int4range", '[1,5)'],
    ['point(1, 2)', '(1,2)'],
    ["'ab'::char(4)", 'ab  '],
    ["ROW(1, 'x')::public.pair", '(1,x)'],
    ["'é 日本 🙂'", 'é 日本 🙂'],
    ["'back\\slash'", 'back\\slash'],
    ["'<a/>'::xml", '<a/>'],
  ])('%s', async (expression, wanted) => {
    const value = await cellOf(expression)
    expect(value).toEqual(wanted)
    expect(JSON.parse(JSON.stringify(value))).toEqual(value)
  })
  it.each<[string, string, Json]>([
    ['1.0 / 3', '?column?', 0.3333333333333333],
    ['avg(x) FROM (VALUES (1), (2), (2)) t (x)', 'avg', 1.6666666666666667],
    ['json_agg(x / 3.0) FROM (VALUES (1)) t (x)', 'json_agg', [0.3333333333333333]],
  ])('the nearest number if the server has rounded: %s', async (expression, column, wanted) => {
    expect(await cellOf(expression, [column])).toEqual(wanted)
  })
})
