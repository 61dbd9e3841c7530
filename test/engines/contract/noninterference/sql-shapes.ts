import type { Choose } from '../query-grammar.ts'

/** A column that an expression may use. */
export interface Column {
  readonly text: string
  /** The engine's name of its type. */
  readonly kind: string
}

export interface ShapeTable {
  readonly name: string
  readonly columns: readonly Column[]
}

/** Expressions of one engine: any function and operator, with operands of matching and of other types. */
export interface Expressions {
  value(choose: Choose, columns: readonly Column[]): Column
  condition(choose: Choose, columns: readonly Column[]): string
  aggregate(choose: Choose, columns: readonly Column[]): Column
  /** A window function; `order` is a total order. */
  windowed(choose: Choose, columns: readonly Column[], order: string): string
  /** A lateral table function in FROM; absent if the engine has none. */
  rows?(choose: Choose, columns: readonly Column[], alias: string): Omit<Source, 'ids'> | undefined
  /** The keywords between AS and the subquery of a WITH table. */
  readonly materialized: readonly [string, ...string[]]
  /** The limit clause that includes ties; absent if the engine has none. */
  readonly ties?: readonly [string, ...string[]]
  /** Grouping sets, with `%` for a key; absent if the engine has none. */
  readonly groupings?: readonly [string, ...string[]]
}

export interface ShapedQuery {
  readonly draft: string
  /** Whether the query has a total order. */
  readonly ordered: boolean
}

/** Writes one query with expressions of an engine in any clause. */
export const sqlShape = (
  choose: Choose,
  expressions: Expressions,
  tables: readonly [ShapeTable, ...ShapeTable[]],
): ShapedQuery => new Shape(choose, expressions, tables).query()

/** An item of FROM. */
export interface Source {
  readonly from: string
  readonly columns: readonly Column[]
  /** The columns that identify its rows. */
  readonly ids: readonly string[]
}

class Shape {
  readonly #choose: Choose
  readonly #words: Expressions
  readonly #tables: readonly [ShapeTable, ...ShapeTable[]]
  #aliases = 0

  constructor(choose: Choose, words: Expressions, tables: readonly [ShapeTable, ...ShapeTable[]]) {
    this.#choose = choose
    this.#words = words
    this.#tables = tables
  }

  query(): ShapedQuery {
    switch (
      this.#choose(['plain', 'joined', 'grouped', 'inner', 'with', 'derived', 'window', 'union', 'scalar'] as const)
    ) {
      case 'plain':
        return this.#plain(this.#table())
      case 'joined':
        return this.#plain(this.#join())
      case 'grouped':
        return this.#grouped()
      case 'inner':
        return this.#inner()
      case 'with':
        return this.#with()
      case 'derived':
        return this.#derived()
      case 'window':
        return this.#window()
      case 'union':
        return this.#union()
      case 'scalar':
        return this.#scalar()
    }
  }

  #plain({ from, columns }: Source): ShapedQuery {
    const items = [...this.#stored(columns), ...this.#some(() => this.#value(columns).text)]
    const distinct = this.#choose(['', '', 'DISTINCT '] as const)
    return this.#ended(`SELECT ${distinct}${listed(items)} FROM ${from}${this.#where(columns)}`, items.length)
  }

  #grouped(): ShapedQuery {
    const { from, columns } = this.#source()
    const key = this.#choose([() => this.#column(columns), () => this.#value(columns)])()
    const sum = this.#words.aggregate(this.#choose, columns)
    const having = this.#choose(['', 'key', 'sum'] as const)
    const groups = this.#choose(['', ` GROUP BY ${key.text}`, this.#grouping(key.text)])
    const tested = having === 'key' && groups !== '' ? key : sum
    const condition = this.#words.condition(this.#choose, [tested])
    const items = groups === '' ? [sum.text] : [key.text, sum.text]
    const end = `${this.#where(columns)}${groups}${having === '' ? '' : ` HAVING ${condition}`}`
    return this.#ended(`SELECT ${listed(items)} FROM ${from}${end}`, items.length)
  }

  #grouping(key: string): string {
    const { groupings } = this.#words
    return ` GROUP BY ${groupings === undefined ? key : this.#choose(groupings).replaceAll('%', () => key)}`
  }

  #inner(): ShapedQuery {
    const outer = this.#table()
    const inner = this.#source()
    const both = [...inner.columns, ...outer.columns]
    const condition = this.#words.condition(this.#choose, both)
    const link = `SELECT ${this.#value(inner.columns).text} FROM ${inner.from} WHERE ${condition}`
    const test = this.#choose([
      `EXISTS (${link})`,
      `NOT EXISTS (${link})`,
      `${this.#column(outer.columns).text} IN (${link})`,
      `${this.#value(outer.columns).text} NOT IN (${link})`,
      `NOT (${this.#words.condition(this.#choose, outer.columns)} AND EXISTS (${link}))`,
    ])
    const items = this.#stored(outer.columns)
    return this.#ended(`SELECT ${listed(items)} FROM ${outer.from} WHERE ${test}`, items.length)
  }

  #scalar(): ShapedQuery {
    const outer = this.#table()
    const inner = this.#source()
    const condition = this.#words.condition(this.#choose, [...inner.columns, ...outer.columns])
    const sum = `(SELECT ${this.#words.aggregate(this.#choose, inner.columns).text} FROM ${inner.from} WHERE ${condition})`
    const items = [...this.#stored(outer.columns), sum]
    return this.#ended(`SELECT ${listed(items)} FROM ${outer.from}${this.#where(outer.columns)}`, items.length)
  }

  #with(): ShapedQuery {
    const { from, columns } = this.#source()
    const { text: body, made } = this.#made('w', from, columns)
    const joined = this.#choose([undefined, this.#table()])
    const all = [...made, ...(joined?.columns ?? [])]
    const on = joined === undefined ? '' : ` JOIN ${joined.from} ON ${this.#words.condition(this.#choose, all)}`
    const items = [...this.#choose([['w.a', 'w.b'], ['COUNT(*)']])]
    // The WITH table may have the name of a table that the query or a filter reads.
    const name = this.#choose(['w', 'w', this.#choose(this.#tables).name])
    const head = `WITH ${name} AS ${this.#choose(this.#words.materialized)}(${body})`
    return this.#ended(`${head} SELECT ${listed(items)} FROM ${name} w${on}${this.#where(all)}`, items.length)
  }

  #derived(): ShapedQuery {
    const { from, columns } = this.#source()
    const { text: inner, made } = this.#made('d', from, columns)
    const items = ['d.a', this.#value(made).text]
    return this.#ended(`SELECT ${listed(items)} FROM (${inner}) d${this.#where(made)}`, items.length)
  }

  #made(alias: string, from: string, columns: readonly Column[]) {
    const [a, b] = [this.#value(columns), this.#column(columns)]
    const tied = this.#choose(['', ...this.#tied()])
    return {
      text: `SELECT ${a.text} AS a, ${b.text} AS b FROM ${from}${this.#where(columns)}${tied}`,
      made: [
        { text: `${alias}.a`, kind: a.kind },
        { text: `${alias}.b`, kind: b.kind },
      ],
    }
  }

  #window(): ShapedQuery {
    const { from, columns, ids } = this.#source()
    const order = `PARTITION BY ${this.#value(columns).text} ORDER BY ${this.#value(columns).text}, ${ids.join(', ')}`
    const items = [...this.#stored(columns), this.#words.windowed(this.#choose, columns, order)]
    return this.#ended(`SELECT ${listed(items)} FROM ${from}${this.#where(columns)}`, items.length)
  }

  #union(): ShapedQuery {
    const part = () => {
      const { from, columns } = this.#table()
      return `SELECT ${this.#value(columns).text} AS c0 FROM ${from}${this.#where(columns)}`
    }
    const operation = this.#choose(['UNION ALL', 'UNION', 'EXCEPT', 'INTERSECT'] as const)
    return this.#ended(`${part()} ${operation} ${part()}`, 1)
  }

  #source(): Source {
    return this.#choose([() => this.#table(), () => this.#join(), () => this.#withTableFunction()])()
  }

  #withTableFunction(): Source {
    const table = this.#table()
    const rows = this.#words.rows?.(this.#choose, table.columns, `r${this.#aliases++}`)
    if (rows === undefined) return table
    return { ...table, from: `${table.from}, ${rows.from}`, columns: [...table.columns, ...rows.columns] }
  }

  #table(): Source {
    const { name, columns } = this.#choose(this.#tables)
    const alias = `t${this.#aliases++}`
    return {
      from: `${name} ${alias}`,
      columns: columns.map(({ text, kind }) => ({ text: `${alias}.${text}`, kind })),
      ids: [`${alias}.id`],
    }
  }

  #join(): Source {
    const [left, right] = [this.#table(), this.#table()]
    const columns = [...left.columns, ...right.columns]
    const equal = `${left.ids[0]} = ${this.#column(right.columns).text}`
    const on = this.#choose([
      `${left.ids[0]} = ${right.ids[0]}`,
      equal,
      `${left.ids[0]} = ${right.ids[0]} AND ${this.#words.condition(this.#choose, columns)}`,
      this.#words.condition(this.#choose, columns),
    ])
    const kind = this.#choose(['JOIN', 'LEFT JOIN', 'RIGHT JOIN'] as const)
    return { from: `${left.from} ${kind} ${right.from} ON ${on}`, columns, ids: [...left.ids, ...right.ids] }
  }

  #where(columns: readonly Column[]): string {
    const condition = () => this.#words.condition(this.#choose, columns)
    return this.#choose([
      () => '',
      () => ` WHERE ${condition()}`,
      () => ` WHERE ${condition()}`,
      () => ` WHERE ${condition()} AND ${condition()}`,
      () => ` WHERE ${condition()} OR ${condition()}`,
    ])()
  }

  #value(columns: readonly Column[]): Column {
    return this.#words.value(this.#choose, columns)
  }

  #column(columns: readonly Column[]): Column {
    const [first = { text: 'NULL', kind: '' }, ...more] = columns
    return this.#choose([first, ...more])
  }

  #stored(columns: readonly Column[]): readonly string[] {
    const first = this.#column(columns).text
    return this.#choose([() => [first], () => [first, this.#column(columns).text]])()
  }

  #some(make: () => string): readonly string[] {
    return this.#choose([[], [make]]).map((one) => one())
  }

  /** Orders by all columns, so that a limit always keeps the same rows. */
  #ended(draft: string, columns: number): ShapedQuery {
    const order = ` ORDER BY ${Array.from({ length: columns }, (_, index) => index + 1).join(', ')}`
    const tied = this.#tied()
    const end = this.#choose(['', order, `${order} LIMIT 5`, ...tied])
    return { draft: `${draft}${end}`, ordered: end !== '' && !tied.includes(end) }
  }

  /** Orders by the first column and includes ties. */
  #tied(): readonly string[] {
    const { ties } = this.#words
    return ties === undefined ? [] : [` ORDER BY 1${this.#choose(ties)}`]
  }
}

const listed = (items: readonly string[]): string => items.map((item, index) => `${item} AS c${index}`).join(', ')
