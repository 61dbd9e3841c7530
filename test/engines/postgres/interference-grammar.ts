import { AGGREGATES, FUNCTIONS, OPERATORS, ROW_FUNCTIONS } from '../../../src/engines/postgres/language/allow-list.ts'
import type { Constants } from '../contract/noninterference/engine-twins.ts'
import type { Column, Expressions } from '../contract/noninterference/sql-shapes.ts'
import type { Choose } from '../contract/query-grammar.ts'
import { onServer } from './fixture-database.ts'

/** A function or an operator from the server's catalog. */
interface Signature {
  readonly name: string
  /** Types of its arguments, named as in the catalog. */
  readonly args: readonly string[]
  readonly gives: string
  /** `f`unction, `a`ggregate, `w`indow function, or operator. */
  readonly kind: 'f' | 'a' | 'w' | 'o'
  readonly rows: boolean
}

/** Functions whose value differs between calls, or depends on the order of rows. */
export const NONDETERMINISTIC: ReadonlySet<string> = new Set(
  `random clock_timestamp timeofday now statement_timestamp transaction_timestamp array_sample array_shuffle`.split(
    ' ',
  ),
)

/** Functions of the catalog that are called in a syntax of their own. */
const SPELLED: ReadonlyMap<string, (args: readonly string[]) => string> = new Map([
  ['extract', ([, moment]: readonly string[]) => `extract(year FROM ${moment})`],
  ['position', ([text, part]: readonly string[]) => `position(${part} IN ${text})`],
  ['overlay', ([text, by, from]: readonly string[]) => `overlay(${text} PLACING ${by} FROM ${from})`],
  ['normalize', ([text]: readonly string[]) => `normalize(${text})`],
])

/** Expressions that are not in the catalog, with their result type, argument types and syntax. */
const WORDS: ReadonlyMap<
  string,
  readonly [gives: string, kinds: readonly string[], say: (args: readonly string[]) => string]
> = new Map([
  ['greatest', ['text', ['text', 'text'], ([a, b]) => `greatest(${a}, ${b})`]],
  ['least', ['int8', ['int8', 'int8'], ([a, b]) => `least(${a}, ${b})`]],
  ['trim', ['text', ['text', 'text'], ([a, b]) => `trim(both ${a} from ${b})`]],
  ['nullif', ['text', ['text', 'text'], ([a, b]) => `nullif(${a}, ${b})`]],
  ['coalesce', ['text', ['text', 'text'], ([a, b]) => `coalesce(${a}, ${b})`]],
  ['case', ['int8', ['bool', 'int8'], ([a, b]) => `CASE WHEN ${a} THEN ${b} ELSE 0 END`]],
  ['array', ['_text', ['text', 'text'], ([a, b]) => `ARRAY[${a}, ${b}]`]],
  ['element', ['text', ['_text', 'int4'], ([a, b]) => `(${a})[${b}]`]],
  ['row', ['bool', ['text', 'int8', 'text', 'int8'], ([a, b, c, d]) => `(${a}, ${b}) < (${c}, ${d})`]],
  ['place', ['bool', ['place', 'text', 'int4'], ([a, b, c]) => `${a} = ROW(${b}, ${c})`]],
  ['row_to_json', ['json', ['place'], ([a]) => `row_to_json(${a})`]],
  ['BETWEEN', ['bool', ['text', 'text', 'text'], ([a, b, c]) => `${a} BETWEEN SYMMETRIC ${b} AND ${c}`]],
])

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const JSONS = ['{"page": 1, "tags": ["t1"]}', '[1, "x", null]', '"text"', '7', '{}'] as const
const PATHS = [
  '$.page',
  '$ ? (@.page == 1)',
  '$ ? (@.note like_regex "X" && $x == 1)',
  'strict $.tags[9]',
  '$.* ? (@ > 0)',
] as const

/** A constant of a type. */
const literal = (choose: Choose, kind: string, { integers, texts }: Constants): string => {
  const cast = (items: readonly [string, ...string[]]): string => `${quoted(choose(items))}::${kind}`
  switch (kind) {
    case 'int8':
    case 'numeric':
      return `(${choose(integers)})`
    case 'int4':
    case 'int2':
      return choose(['1', '0', '2', '-1', '7', '1003'] as const)
    case 'float8':
    case 'float4':
      return choose(['1.5', '0.0', '1e300', '-2'] as const)
    case 'text':
    case 'varchar':
    case 'bpchar':
    case 'name':
      return choose([
        () => quoted(choose(texts)),
        () => quoted(choose(texts)),
        () => `concat(${quoted(choose(texts))}, chr(92))`,
        () => quoted(`${choose(texts)}%`),
        () => quoted(`${choose(texts)}%\\`),
      ])()
    case 'bool':
      return choose(['true', 'false'] as const)
    case 'date':
    case 'timestamp':
    case 'timestamptz':
      return cast(['2024-01-01', '2024-03-01', '1999-12-31', '0044-03-15 BC'])
    case 'time':
    case 'timetz':
      return cast(['10:00', '23:59:59'])
    case 'interval':
      return cast(['1 day', '3 months', '178000000 years'])
    case 'json':
    case 'jsonb':
      return cast(JSONS)
    case 'jsonpath':
      return cast(PATHS)
    case '_text':
      return choose(["ARRAY['a', 'b']", "'{}'::text[]", "ARRAY['x\\']"] as const)
    case '_int4':
    case '_int8':
      return choose(['ARRAY[1, 2]', "'{}'::int[]"] as const)
    case 'uuid':
      return cast(['00000000-0000-0000-0000-000000000001'])
    case 'inet':
    case 'cidr':
      return cast(['10.0.0.0/8', '192.168.0.1', '::1'])
    case 'bytea':
      return cast(['\\x00ff', 'abc'])
    case 'daterange':
      return cast(['[2024-01-01,2024-02-01)', 'empty', '(,)'])
    case 'int4range':
    case 'int8range':
    case 'numrange':
      return cast(['[1,5)', 'empty'])
    case 'tsvector':
    case 'tsquery':
      return cast(['cat', 'dog'])
    case 'bit':
    case 'varbit':
      return "B'0101'"
    case 'mood':
      return choose(["'happy'", "'sad'"] as const)
    case 'money':
      return cast(['12.50'])
    default:
      return 'NULL'
  }
}

const KINDS: ReadonlySet<string> = new Set(
  `int8 int4 int2 numeric float8 float4 text varchar bpchar name bool date timestamp timestamptz time timetz interval json
  jsonb jsonpath _text _int4 _int8 uuid inet cidr bytea daterange int4range int8range numrange tsvector tsquery bit varbit
  money`.split(/\s+/),
)

/** The types that are used for pseudo-types. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ...['any', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray'].map(
    (name) => [name, 'text'] as const,
  ),
  ...['anyarray', 'anycompatiblearray'].map((name) => [name, '_text'] as const),
  ...['anyrange', 'anycompatiblerange'].map((name) => [name, 'daterange'] as const),
  ['anyenum', 'mood'],
  ['"char"', 'text'],
])

/** Types that are cast implicitly to the type of the key. */
const IMPLICIT_CASTS: Readonly<Record<string, readonly string[]>> = {
  int8: ['int4', 'int2'],
  numeric: ['int8', 'int4'],
  float8: ['numeric', 'int8', 'int4'],
  text: ['varchar'],
  timestamptz: ['date', 'timestamp'],
  timestamp: ['date'],
}

const DEPTH = 2

/** Reads the signatures of all functions and operators that the guard accepts from the server's catalog. */
export const postgresExpressions = async (address: string, constants: Constants): Promise<PostgresExpressions> =>
  new PostgresExpressions(await signaturesOf(address), constants)

export class PostgresExpressions implements Expressions {
  readonly materialized = ['', 'MATERIALIZED ', 'NOT MATERIALIZED '] as const
  readonly ties = [
    ' FETCH FIRST ROW WITH TIES',
    ' NULLS FIRST FETCH FIRST 3 ROWS WITH TIES',
    ' DESC OFFSET 1 FETCH NEXT (1 + 1) ROWS WITH TIES',
  ] as const
  readonly groupings = [
    ...(['ROLLUP (%)', 'GROUPING SETS ((%), ())', 'DISTINCT CUBE (%), ROLLUP (%)'] as const),
    ...(['DISTINCT GROUPING SETS ((%), (%), ()), ()', 'DISTINCT %'] as const),
  ] as const
  readonly #constants: Constants
  readonly #giving = new Map<string, Signature[]>()
  readonly #aggregates: readonly [Signature, ...Signature[]]
  readonly #windows: readonly [Signature, ...Signature[]]
  readonly #rows: readonly [Signature, ...Signature[]]
  /** Names of the functions, operators and expressions that can be generated. */
  readonly names: ReadonlySet<string>

  constructor(signatures: readonly Signature[], constants: Constants) {
    this.#constants = constants
    this.names = new Set([...signatures.map(({ name }) => name), ...WORDS.keys()])
    for (const one of signatures)
      if (!one.rows && (one.kind === 'f' || one.kind === 'o'))
        this.#giving.set(one.gives, [...(this.#giving.get(one.gives) ?? []), one])
    this.#aggregates = some(signatures.filter(({ kind }) => kind === 'a'))
    this.#windows = some(signatures.filter(({ kind }) => kind === 'w'))
    this.#rows = some(signatures.filter(({ name, rows }) => rows && ROW_FUNCTIONS.has(name)))
  }

  value(choose: Choose, columns: readonly Column[]): Column {
    const kind = choose(['int8', 'text', 'bool', 'numeric', 'date', 'float8', 'jsonb', 'int4', 'interval', ...KINDS])
    return { text: this.#expression(choose, kind, columns, DEPTH), kind }
  }

  condition(choose: Choose, columns: readonly Column[]): string {
    const column = this.#column(choose, columns)
    const inner = (): string => this.#test(choose, column, columns)
    switch (choose(['plain', 'plain', 'plain', 'not', 'true', 'in', 'is', 'value', 'case'] as const)) {
      case 'not':
        return `NOT (${inner()})`
      case 'true':
        return `(${inner()}) = ${choose(['true', 'false'] as const)}`
      case 'in':
        return `(${inner()}) IN (true)`
      case 'is':
        return `(${inner()}) IS NOT TRUE`
      case 'value':
        return this.#expression(choose, 'bool', columns, DEPTH)
      case 'case':
        return `CASE WHEN ${inner()} THEN 1 ELSE 0 END = 1`
      case 'plain':
        return inner()
    }
  }

  aggregate(choose: Choose, columns: readonly Column[]): Column {
    const signature = choose(this.#aggregates)
    const args = this.#args(choose, signature, columns, 1)
    const kind = kindOf(signature.gives)
    const { name } = signature
    if (name === 'count' && args.length === 0) return { text: 'COUNT(*)', kind }
    if (name === 'mode' || name.startsWith('percentile_'))
      return {
        text: `${name}(${name === 'mode' ? '' : '0.5'}) WITHIN GROUP (ORDER BY ${this.#expression(choose, 'float8', columns, 1)})`,
        kind,
      }
    const order = args.length === 0 ? '' : ` ORDER BY ${args.join(', ')}`
    const filter = choose(['', '', 'filter'] as const)
    const text = `${name}(${args.join(', ')}${order})`
    return { text: filter === '' ? text : `${text} FILTER (WHERE ${this.condition(choose, columns)})`, kind }
  }

  windowed(choose: Choose, columns: readonly Column[], order: string): string {
    const signature = choose([...this.#windows, ...this.#windows, ...this.#aggregates])
    const { name } = signature
    if (name === 'mode' || name.startsWith('percentile_')) return `row_number() OVER (${order})`
    return `${name}(${this.#args(choose, signature, columns, 1).join(', ')}) OVER (${order})`
  }

  rows(choose: Choose, columns: readonly Column[], alias: string) {
    const signature = choose(this.#rows)
    const call = `${signature.name}(${this.#args(choose, signature, columns, 1).join(', ')})`
    const pair = /_each/.test(signature.name)
    return {
      from: `LATERAL ${call} AS ${alias}${pair ? '' : '(v)'}`,
      columns: [{ text: `${alias}.${pair ? 'value' : 'v'}`, kind: kindOf(signature.gives) }],
    }
  }

  /** A condition on one column: most leaks need no more. */
  #test(choose: Choose, { text: column, kind }: Column, columns: readonly Column[]): string {
    const other = (): string =>
      choose([() => this.#literal(choose, kind), () => this.#expression(choose, kind, columns, 1)])()
    const pattern = (): string => this.#literal(choose, 'text')
    const text = kind === 'text' ? column : `${column}::text`
    switch (
      choose(['compare', 'operator', 'like', 'null', 'in', 'between', 'any', 'many', 'query', 'distinct'] as const)
    ) {
      case 'compare':
        return `${column} ${choose(['=', '<>', '<', '<=', '>', '>='] as const)} ${other()}`
      case 'operator': {
        const [first, ...more] = (this.#giving.get('bool') ?? []).filter(({ args }) => kindOf(args[0] ?? '') === kind)
        if (first === undefined) return `${column} IS NULL`
        const signature = choose([first, ...more])
        const rest = signature.args.slice(1).map((arg) => this.#literal(choose, kindOf(arg)))
        return callText(signature, [column, ...rest])
      }
      case 'like':
        return `${text} ${choose(['LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE', 'SIMILAR TO', '~', '!~*'] as const)} ${pattern()}`
      case 'null':
        return `${column} IS ${choose(['', 'NOT '] as const)}NULL`
      case 'in':
        return `${column} ${choose(['', 'NOT '] as const)}IN (${other()}, ${other()})`
      case 'between':
        return `${column} BETWEEN ${other()} AND ${other()}`
      case 'any':
        return `${text} ${choose(['LIKE', '=', 'NOT LIKE'] as const)} ${choose(['ANY', 'ALL'] as const)} (ARRAY[${pattern()}, ${pattern()}])`
      case 'many':
        return `${text} LIKE ${pattern()} ESCAPE ${choose(["'|'", "'a'", "''"] as const)}`
      case 'query':
        return `${text} ${choose(['= ANY', '~~ ANY', '<> ALL', '!~~ ALL'] as const)} (SELECT ${pattern()})`
      case 'distinct':
        return `${column} IS ${choose(['', 'NOT '] as const)}DISTINCT FROM ${other()}`
    }
  }

  #expression(choose: Choose, kind: string, columns: readonly Column[], depth: number): string {
    const castable = IMPLICIT_CASTS[kind] ?? []
    const fitting = columns.filter((column) => column.kind === kind || castable.includes(column.kind))
    const [first, ...more] = fitting
    const leaf = (): string =>
      first === undefined
        ? this.#literal(choose, kind)
        : choose([
            () => choose([first, ...more]).text,
            () => choose([first, ...more]).text,
            () => this.#literal(choose, kind),
          ])()
    if (depth === 0) return leaf()
    const cast = (): string =>
      `(${this.#column(choose, columns).text})::${kind === '_text' ? 'text[]' : kind === '_int4' ? 'int[]' : kind}`
    return choose([
      leaf,
      () => this.#call(choose, kind, columns, depth) ?? leaf(),
      () => this.#call(choose, kind, columns, depth) ?? leaf(),
      cast,
    ])()
  }

  #call(choose: Choose, kind: string, columns: readonly Column[], depth: number): string | undefined {
    const spelled = [...WORDS.values()].filter(([gives]) => gives === kind)
    const [first, ...more] = [...(this.#giving.get(kind) ?? []), ...spelled]
    if (first === undefined) return undefined
    const one = choose([first, ...more])
    if ('name' in one) return callText(one, this.#args(choose, one, columns, depth))
    const [, kinds, say] = one
    return say(kinds.map((arg) => this.#expression(choose, arg, columns, depth - 1)))
  }

  #args(choose: Choose, { args }: Signature, columns: readonly Column[], depth: number): readonly string[] {
    return args.map((arg) => this.#expression(choose, kindOf(arg), columns, depth - 1))
  }

  #column(choose: Choose, columns: readonly Column[]): Column {
    const [first = { text: 'NULL', kind: 'text' }, ...more] = columns
    return choose([first, ...more])
  }

  #literal(choose: Choose, kind: string): string {
    return literal(choose, kind, this.#constants)
  }
}

const kindOf = (type: string): string => STAND_INS.get(type) ?? type

const callText = ({ name, kind }: Signature, args: readonly string[]): string => {
  if (kind === 'o') return args.length === 1 ? `(${name} ${args[0]})` : `(${args[0]} ${name} ${args[1]})`
  return SPELLED.get(name)?.(args) ?? `${name}(${args.join(', ')})`
}

const some = <Item>([first, ...more]: readonly Item[]): readonly [Item, ...Item[]] => {
  if (first === undefined) throw new Error('the catalog lists none of what the guard lets pass')
  return [first, ...more]
}

const signaturesOf = async (address: string): Promise<readonly Signature[]> => {
  const functions = [...FUNCTIONS].filter((name) => !NONDETERMINISTIC.has(name))
  const found = await onServer(address, async (client) => {
    const { rows } = await client.query<{
      name: string
      args: string
      gives: string
      kind: Signature['kind']
      rows: string
    }>(
      `SELECT proname AS name, prokind AS kind, proretset AS rows, typname AS gives,
         array_to_string(ARRAY(SELECT typname FROM unnest(proargtypes) WITH ORDINALITY a(type, place)
           JOIN pg_type t ON t.oid = a.type ORDER BY place), ' ') AS args
       FROM pg_proc JOIN pg_type g ON g.oid = prorettype
       WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY($1)
       UNION ALL
       SELECT oprname, 'o', false, g.typname, concat_ws(' ', l.typname, r.typname)
       FROM pg_operator JOIN pg_type g ON g.oid = oprresult JOIN pg_type r ON r.oid = oprright
         LEFT JOIN pg_type l ON l.oid = oprleft
       WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprname = ANY($2)
       ORDER BY 1, 5, 4`,
      [functions, [...OPERATORS]],
    )
    return rows
  })
  const all = found.map(
    ({ name, args, gives, kind, rows }): Signature => ({
      name,
      kind: AGGREGATES.has(name) ? 'a' : kind,
      args: args === '' ? [] : args.split(' '),
      gives: kindOf(gives),
      rows: rows === 't',
    }),
  )
  return all.filter(({ args }) => args.every((arg) => KINDS.has(kindOf(arg)) || kindOf(arg) === 'mood'))
}
