import type { Json } from '../../../src/platform/values/json.ts'
import type { Choose } from '../contract/query-grammar.ts'
import { BY_NAME, BY_OPERANDS, OWN_FORMS, PATTERNS, TIMEZONES, UNITS } from './interference-words.ts'

/** Unquoted values of the compared databases. */
export interface Constants {
  readonly integers: readonly [string, ...string[]]
  readonly texts: readonly [string, ...string[]]
}

/** The names that an expression may use. */
export interface Names {
  /** Paths of the input documents. */
  readonly fields: readonly string[]
  readonly variables: readonly string[]
}

const [, ...LATER_OPERATORS] = BY_OPERANDS

/** Writes expressions with any allowed operator, with operands of valid and invalid types. */
export class ExpressionGrammar {
  readonly choose: Choose
  readonly #constants: Constants

  constructor(choose: Choose, constants: Constants) {
    this.choose = choose
    this.#constants = constants
  }

  /** @param depth maximum nesting of operators */
  expression(names: Names, depth: number): Json {
    if (depth <= 0) return this.#leaf(names)
    switch (this.choose(['leaf', 'operands', 'operands', 'operands', 'named', 'own', 'own', 'list', 'document'])) {
      case 'operands':
        return this.#byOperands(names, depth - 1)
      case 'named':
        return this.#byName(names, depth - 1)
      case 'own':
        return this.#own(this.choose(OWN_FORMS), names, depth - 1)
      case 'list':
        return this.#times([1, 2], () => this.expression(names, depth - 1))
      case 'document':
        return { a: this.expression(names, depth - 1) }
      default:
        return this.#leaf(names)
    }
  }

  /** An operator, never a leaf. */
  operator(names: Names, depth: number): Json {
    const kind = this.choose(['operands', 'operands', 'named', 'own'])
    if (kind === 'operands') return this.#byOperands(names, depth - 1)
    return kind === 'named' ? this.#byName(names, depth - 1) : this.#own(this.choose(OWN_FORMS), names, depth - 1)
  }

  /** A field, or the whole document if no field is known. */
  path({ fields }: Names): string {
    const [first, ...more] = fields
    return first === undefined ? '$$ROOT' : `$${this.choose([first, ...more])}`
  }

  /** A literal. */
  constant(): Json {
    return this.choose([
      ...[() => this.integer(), () => this.integer(), () => this.text(), () => this.text(), () => null],
      ...[
        () => this.choose([true, false]),
        () => 0.5,
        () => -1,
        () => '',
        () => [],
        () => [this.integer(), this.text()],
      ],
      ...[() => this.literal(), () => ({ a: this.integer() })],
    ] as [() => Json, ...(() => Json)[]])()
  }

  integer(): Json {
    const text = this.choose(this.#constants.integers)
    return Number.isSafeInteger(Number(text)) ? Number(text) : { $numberLong: text }
  }

  text(): string {
    return this.choose(this.#constants.texts)
  }

  /** A value of a BSON type that JSON does not have. */
  literal(): Json {
    const integer = this.choose(this.#constants.integers)
    return this.choose<Json>([
      ...([{ $oid: '0123456789abcdef01234567' }, { $uuid: '0f8fad5b-d9cb-469f-a165-70867728950e' }] as const),
      ...([{ $date: '2024-03-01T08:30:00.000Z' }, { $date: '9999-12-31T23:59:59.999Z' }] as const),
      ...([{ $numberInt: '5' }, { $numberLong: integer }, { $numberLong: '9223372036854775807' }] as const),
      ...([{ $numberDouble: 'NaN' }, { $numberDouble: '-Infinity' }, { $numberDecimal: '1E+6000' }] as const),
      { $regularExpression: { pattern: this.choose(PATTERNS), options: this.choose(['', 'i', 'x']) } },
    ])
  }

  #leaf(names: Names): Json {
    const [variable, ...variables] = names.variables
    switch (this.choose(['path', 'path', 'path', 'path', 'constant', 'constant', 'variable', 'system'])) {
      case 'constant': {
        const constant = this.constant()
        return isPlain(constant) ? constant : { $literal: constant }
      }
      case 'variable':
        return variable === undefined ? this.path(names) : `$$${this.choose([variable, ...variables])}`
      case 'system':
        // $$NOW differs between runs: it is only compared.
        return this.choose<Json>(['$$ROOT', '$$CURRENT', '$$REMOVE', { $gt: ['$$NOW', this.path(names)] }])
      default:
        return this.path(names)
    }
  }

  #byOperands(names: Names, depth: number): Json {
    const [first] = BY_OPERANDS
    if (first === undefined) throw new Error('no operators')
    const [least, most, operators] = this.choose([first, ...LATER_OPERATORS])
    const counts = Array.from({ length: most - least }, (_, more) => least + more + 1)
    const operands = this.#times([least, ...counts], () => this.expression(names, depth))
    const [only = null] = operands
    // A list would be read as a list of operands.
    const isBare = most === 1 && !Array.isArray(only) && this.choose([true, true, false])
    return { [this.choose(operators)]: isBare ? only : operands }
  }

  #byName(names: Names, depth: number): Json {
    const [first, ...more] = BY_NAME
    if (first === undefined) throw new Error('no operators')
    const [operators, needed, optional] = this.choose([first, ...more])
    const [operator = '', ...others] = operators.split(' ')
    const options = optional.split(' ').filter((name) => name !== '' && this.choose([true, false]))
    const operands = [...needed.split(' '), ...options].map((name) => [name, this.#named(name, names, depth)] as const)
    return { [this.choose([operator, ...others])]: Object.fromEntries(operands) }
  }

  /** A named operand: often a valid value, sometimes any value. */
  #named(name: string, names: Names, depth: number): Json {
    switch (name) {
      case 'sortBy':
        return this.choose<Json>([1, -1, { a: 1 }])
      case 'inputs':
      case 'defaults':
        return this.#times([2], () => this.expression(names, depth))
      case 'useLongestLength':
      case 'iso8601':
        return this.choose([true, false])
      case 'unit':
        return this.choose<() => Json>([() => this.choose(UNITS), () => this.expression(names, depth)])()
      case 'timezone':
        return this.choose<() => Json>([() => this.choose(TIMEZONES), () => this.expression(names, depth)])()
      case 'format':
        return this.choose<Json>(['%Y-%m-%d', '%Q', '%', this.path(names)])
      case 'regex':
        return this.choose<() => Json>([
          () => this.choose(PATTERNS),
          () => this.choose(PATTERNS),
          () => this.path(names),
        ])()
      case 'options':
        return this.choose(['', 'i', 'x', 'z'])
      case 'to':
        return this.choose<Json>(['int', 'string', 'date', 'objectId', 'bool', 'nothing', this.path(names)])
      case 'startOfWeek':
        return this.choose(['monday', 'someday'])
      default:
        return this.expression(names, depth)
    }
  }

  #own(operator: string, names: Names, depth: number): Json {
    const inner = (...variables: readonly string[]): Json =>
      this.expression({ ...names, variables: [...names.variables, ...variables] }, depth)
    const some = (): Json => this.expression(names, depth)
    const field = names.fields.find((name) => !/[.$]/.test(name)) ?? 'a'
    switch (operator) {
      case '$filter':
        return { $filter: { input: some(), as: 'one', cond: inner('one'), ...this.#sometimes('limit', some) } }
      case '$map':
        return { $map: { input: some(), as: 'one', in: inner('one') } }
      case '$reduce':
        return { $reduce: { input: some(), initialValue: this.constant(), in: { $add: ['$$value', inner('this')] } } }
      case '$let':
        return { $let: { vars: { two: some() }, in: inner('two') } }
      case '$switch': {
        const branch = Object.fromEntries([['case', some()] as const, ['then', some()] as const])
        return { $switch: { branches: [branch], ...this.#sometimes('default', some) } }
      }
      case '$literal':
        return { $literal: this.constant() }
      case '$getField':
        return { $getField: this.choose<Json>([field, { field, input: '$$ROOT' }]) }
      case '$setField':
        return { $setField: { field: 'y', input: some(), value: some() } }
      case '$unsetField':
        return { $unsetField: { field, input: '$$ROOT' } }
      case '$range':
        return {
          $range: this.choose<Json>([
            [0, 3],
            [5, 0, -2],
            [2147483646, 2147483647],
          ]),
        }
      default:
        // $rand differs between runs: it is only compared with its upper bound.
        return { $lt: [{ $rand: {} }, 2] }
    }
  }

  #sometimes(name: string, write: () => Json): { readonly [key: string]: Json } {
    return this.choose([true, false]) ? { [name]: write() } : {}
  }

  #times(counts: readonly [number, ...number[]], write: () => Json): Json[] {
    return Array.from({ length: this.choose(counts) }, write)
  }
}

/** Whether an expression reads a constant as a literal, not as a path or an operator. */
const isPlain = (value: Json): boolean =>
  typeof value === 'string' ? !value.startsWith('$') : typeof value !== 'object' || value === null
