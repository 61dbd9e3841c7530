/**
 * Returns one of the items. A grammar that depends only on this can be driven by any source of choices.
 */
export type Choose = <Item>(items: readonly [Item, ...Item[]]) => Item

interface Source {
  readonly alias: string
  readonly integers: readonly [string, ...string[]]
  readonly texts: readonly string[]
}

interface GrammarTable {
  readonly integers: readonly [string, ...string[]]
  readonly texts: readonly string[]
}

/** Fixture tables with the columns that every engine compares in the same way: no decimals, no booleans. */
const TABLES: Readonly<Record<string, GrammarTable>> = {
  tenants: { integers: ['id'], texts: ['name', 'plan'] },
  customers: { integers: ['id', 'tenant_id'], texts: ['name', 'email', 'city', 'country', 'owner'] },
  orders: { integers: ['id', 'customer_id', 'tenant_id'], texts: ['status', 'owner'] },
  order_items: { integers: ['id', 'order_id', 'product_id', 'quantity'], texts: [] },
  item_notes: { integers: ['id', 'item_id'], texts: ['note'] },
  note_marks: { integers: ['id', 'note_id', 'mark'], texts: [] },
  products: { integers: ['id', 'tenant_id'], texts: ['name', 'category'] },
  price_list: { integers: ['id', 'tenant_id'], texts: ['sku'] },
  accounts: { integers: ['id', 'org_id'], texts: ['holder'] },
  staff: { integers: ['id', 'manager_id', 'salary', 'tenant_id'], texts: ['name'] },
  events: { integers: ['id', 'tenant_id'], texts: ['kind'] },
}

const NAMES = ['orders', 'customers', 'order_items', 'item_notes', 'note_marks', 'products'] as const
const MORE_NAMES = [...NAMES, 'tenants', 'price_list', 'accounts', 'staff', 'events'] as const

/** Tables through which child tables are filtered. */
const PARENTS = ['orders', 'order_items', 'item_notes'] as const

/** Numbers near the keys of every tenant, and small numbers. */
const NUMBERS = ['0', '1', '2', '3', '7', '1003', '1010', '1100', '2000', '2005', '2300', '3001', '3011'] as const
const TEXTS = [
  "'paid'",
  "'open'",
  "'Berlin'",
  "'Oslo'",
  "'ann'",
  "'bob'",
  "'toys'",
  "'view'",
  "'c2003@mail.test'",
] as const
const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const

/** Writes one legitimate query on the fixture in portable SQL. Its result does not depend on row order. */
export const honestQuery = (choose: Choose): string => new Grammar(choose).query()

class Grammar {
  readonly #choose: Choose
  #aliases = 0
  /** The number of subqueries that may still be opened, so that every query is finite. */
  #subqueriesLeft = 3

  constructor(choose: Choose) {
    this.#choose = choose
  }

  query(): string {
    const form = this.#choose(['plain', 'plain', 'plain', 'grouped', 'grouped', 'with', 'set'] as const)
    if (form === 'set') return this.#setOperation()
    if (form === 'with') return this.#withTable()
    return form === 'plain' ? this.#plain() : this.#grouped()
  }

  #plain(): string {
    const { from, sources } = this.#from()
    const columns = this.#columns(sources, ['1', '2', '3'] as const)
    const extra = this.#choose([undefined, undefined, 'case', 'window', 'scalar'] as const)
    const items = columns.map((column, index) => `${column} AS c${index}`)
    if (extra === 'case') items.push(`CASE WHEN ${this.#condition(sources)} THEN 1 ELSE 0 END AS x`)
    if (extra === 'window') items.push(`COUNT(*) OVER (PARTITION BY ${this.#column(sources)}) AS x`)
    if (extra === 'scalar') items.push(`${this.#scalar(sources)} AS x`)
    const distinct = this.#choose(['', '', 'DISTINCT '] as const)
    return `SELECT ${distinct}${items.join(', ')} FROM ${from}${this.#where(sources)}${this.#end(items.length)}`
  }

  #grouped(): string {
    const { from, sources } = this.#from()
    const keys = this.#columns(sources, ['0', '1', '2'] as const)
    const aggregates = Array.from({ length: Number(this.#choose(['1', '2'] as const)) }, () => this.#aggregate(sources))
    const items = [...keys, ...aggregates].map((item, index) => `${item} AS c${index}`)
    const groups = keys.length === 0 ? '' : ` GROUP BY ${keys.join(', ')}`
    const having = this.#choose(['', '', ` HAVING ${this.#aggregate(sources)} > ${this.#choose(NUMBERS)}`] as const)
    return `SELECT ${items.join(', ')} FROM ${from}${this.#where(sources)}${groups}${having}${this.#end(items.length)}`
  }

  #withTable(): string {
    const name = this.#choose(MORE_NAMES)
    const { integers } = tableOf(name)
    const [first, second] = [this.#choose(integers), this.#choose(integers)]
    const source = this.#source(name, this.#alias())
    const body = `SELECT ${source.alias}.${first} AS a, ${source.alias}.${second} AS b FROM ${name} ${source.alias}${this.#where([source])}`
    const with_: Source = { alias: 'w', integers: ['a', 'b'], texts: [] }
    const other = this.#source(this.#choose(MORE_NAMES), this.#alias())
    const joined = this.#choose([true, false] as const)
    const from = joined ? `w JOIN ${this.#nameOf(other)} ON w.a = ${this.#integer([other])}` : 'w'
    const sources: readonly [Source, ...Source[]] = joined ? [with_, other] : [with_]
    const draft = `WITH w AS (${body}) SELECT ${this.#aggregate(sources)} AS c0, COUNT(*) AS c1 FROM ${from}${this.#where(sources)}`
    // The WITH table sometimes has the name of a parent table that the query does not read.
    const free = PARENTS.find((parent) => !new RegExp(`\\b${parent}\\b`).test(draft))
    return this.#choose([draft, draft, draft.replaceAll(/\bw\b/g, free ?? 'w')])
  }

  #setOperation(): string {
    const part = () => {
      const source = this.#source(this.#choose(MORE_NAMES), this.#alias())
      return `SELECT ${this.#integer([source])} AS c0 FROM ${this.#nameOf(source)}${this.#where([source])}`
    }
    const operation = this.#choose(['UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT'] as const)
    return `${part()} ${operation} ${part()}${this.#end(1)}`
  }

  #from(): { readonly from: string; readonly sources: readonly [Source, ...Source[]] } {
    const first = this.#source(this.#choose(MORE_NAMES), this.#alias())
    const sources: [Source, ...Source[]] = [first]
    let from = this.#nameOf(first)
    for (let more = Number(this.#choose(['0', '0', '1', '1', '2'] as const)); more > 0; more--) {
      const next = this.#source(this.#choose(NAMES), this.#alias())
      const kind = this.#choose(['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'INNER JOIN', 'LEFT OUTER JOIN'] as const)
      from += ` ${kind} ${this.#nameOf(next)} ON ${this.#integer([next])} = ${this.#integer(sources)}`
      sources.push(next)
    }
    return { from, sources }
  }

  #where(sources: readonly [Source, ...Source[]]): string {
    return this.#choose([true, true, false] as const) ? ` WHERE ${this.#condition(sources)}` : ''
  }

  #condition(sources: readonly [Source, ...Source[]]): string {
    const one = () => this.#simpleCondition(sources)
    switch (this.#choose(['one', 'one', 'and', 'or', 'not', 'three'] as const)) {
      case 'and':
        return `${one()} AND ${one()}`
      case 'or':
        return `(${one()} OR ${one()})`
      case 'not':
        return `NOT (${one()})`
      case 'three':
        return `${one()} AND (${one()} OR ${one()})`
      default:
        return one()
    }
  }

  #simpleCondition(sources: readonly [Source, ...Source[]]): string {
    const column = this.#integer(sources)
    switch (
      this.#choose([
        'number',
        'number',
        'text',
        'null',
        'between',
        'in',
        'columns',
        'in_query',
        'exists',
        'scalar',
      ] as const)
    ) {
      case 'text':
        return this.#textCondition(sources)
      case 'null':
        return `${this.#column(sources)} IS ${this.#choose(['', 'NOT '] as const)}NULL`
      case 'between':
        return `${column} BETWEEN ${this.#choose(NUMBERS)} AND ${this.#choose(NUMBERS)}`
      case 'in':
        return `${column} ${this.#choose(['', 'NOT '] as const)}IN (${this.#choose(NUMBERS)}, ${this.#choose(NUMBERS)})`
      case 'columns':
        return `${column} ${this.#choose(COMPARISONS)} ${this.#integer(sources)}`
      case 'in_query':
        return this.#inner((inner) => `${column} ${this.#choose(['', 'NOT '] as const)}IN (${inner})`, column)
      case 'exists':
        return this.#exists(sources)
      case 'scalar':
        return `${column} ${this.#choose(COMPARISONS)} ${this.#scalar(sources)}`
      default:
        return `${column} ${this.#choose(COMPARISONS)} ${this.#choose(NUMBERS)}`
    }
  }

  #textCondition(sources: readonly [Source, ...Source[]]): string {
    const texts = sources.flatMap(({ alias, texts }) => texts.map((name) => `${alias}.${name}`))
    const [first, ...rest] = texts
    if (first === undefined) return `${this.#integer(sources)} > ${this.#choose(NUMBERS)}`
    const column = this.#choose([first, ...rest])
    return this.#choose([
      `${column} = ${this.#choose(TEXTS)}`,
      `${column} <> ${this.#choose(TEXTS)}`,
      `${column} IN (${this.#choose(TEXTS)}, ${this.#choose(TEXTS)})`,
      `${column} LIKE '%${this.#choose(['o', '1-', '2', 'a'] as const)}%'`,
    ])
  }

  #inner(write: (inner: string) => string, column: string): string {
    if (this.#subqueriesLeft === 0) return `${column} > ${this.#choose(NUMBERS)}`
    this.#subqueriesLeft--
    const source = this.#source(this.#choose(MORE_NAMES), this.#alias())
    return write(`SELECT ${this.#integer([source])} FROM ${this.#nameOf(source)}${this.#where([source])}`)
  }

  #exists(sources: readonly [Source, ...Source[]]): string {
    if (this.#subqueriesLeft === 0) return `${this.#column(sources)} IS NOT NULL`
    this.#subqueriesLeft--
    const source = this.#source(this.#choose(MORE_NAMES), this.#alias())
    const link = `${this.#integer([source])} = ${this.#integer(sources)}`
    const more = this.#choose(['', ` AND ${this.#simpleCondition([source])}`] as const)
    return `${this.#choose(['', 'NOT '] as const)}EXISTS (SELECT 1 FROM ${this.#nameOf(source)} WHERE ${link}${more})`
  }

  #scalar(sources: readonly [Source, ...Source[]]): string {
    if (this.#subqueriesLeft === 0) return this.#choose(NUMBERS)
    this.#subqueriesLeft--
    const source = this.#source(this.#choose(MORE_NAMES), this.#alias())
    const link = this.#choose([``, ` WHERE ${this.#integer([source])} = ${this.#integer(sources)}`] as const)
    return `(SELECT ${this.#aggregate([source])} FROM ${this.#nameOf(source)}${link})`
  }

  #aggregate(sources: readonly [Source, ...Source[]]): string {
    const column = this.#integer(sources)
    return this.#choose([
      ...(['COUNT(*)', `COUNT(${column})`, `COUNT(DISTINCT ${column})`] as const),
      ...[`MIN(${column})`, `MAX(${column})`, `SUM(${column})`],
    ])
  }

  /** Orders by all columns of the result, so that a limit always keeps the same rows. */
  #end(columns: number): string {
    const order = ` ORDER BY ${Array.from({ length: columns }, (_, index) => index + 1).join(', ')}`
    return this.#choose(['', order, `${order} LIMIT ${this.#choose(['1', '5', '20'] as const)}`] as const)
  }

  #columns(sources: readonly [Source, ...Source[]], counts: readonly ['0' | '1', ...string[]]): readonly string[] {
    const names = Array.from({ length: Number(this.#choose(counts)) }, () => this.#column(sources))
    return [...new Set(names)]
  }

  #column(sources: readonly [Source, ...Source[]]): string {
    const { alias, integers, texts } = this.#choose(sources)
    return `${alias}.${this.#choose([...integers, ...texts])}`
  }

  #integer(sources: readonly [Source, ...Source[]]): string {
    const { alias, integers } = this.#choose(sources)
    return `${alias}.${this.#choose(integers)}`
  }

  #source(name: string, alias: string): Source & { readonly name: string } {
    return { name, alias, ...tableOf(name) }
  }

  #nameOf({ name, alias }: { readonly name: string; readonly alias: string }): string {
    return this.#choose([`${name} ${alias}`, `${name} AS ${alias}`] as const)
  }

  #alias(): string {
    return `t${this.#aliases++}`
  }
}

const tableOf = (name: string): GrammarTable => {
  const table = TABLES[name]
  if (table === undefined) throw new Error(`no table ${name}`)
  return table
}
