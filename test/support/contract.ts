import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** A response as the contract describes it, from any sender. */
export interface Answered {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  /** Absent where it was not read. */
  readonly text?: string
}

/** Holds answers against a published document. */
export interface Contract {
  /** The document itself. */
  readonly document: Document
  /** What an answer has that the document does not say of its endpoint; undefined when all is as it says. */
  fault(answered: Answered): string | undefined
  /** The same of one event of a stream, as a client reads it. */
  eventFault(event: unknown): string | undefined
}

interface Described {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, { readonly schema?: object; readonly example?: unknown }>>
  readonly $ref?: string
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly schema: object
  readonly example?: unknown
}

export interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Described>>
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>
  }
}

export interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly responses: Readonly<Record<string, Described>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

/** The parameters of an operation, those that it shares with others too. */
export const parametersOf = ({ components }: Document, { parameters = [] }: Operation): readonly Parameter[] =>
  parameters.flatMap((parameter) => {
    if ('in' in parameter) return [parameter]
    return components.parameters[parameter.$ref.slice('#/components/parameters/'.length)] ?? []
  })

const METHODS_OF_ITS_OWN = new Set(['head', 'options', 'trace', 'connect'])

const contracts = new Map<string, Contract>()

/**
 * @param text of `/openapi.json`. Checks are made when they are first needed, and once however many platforms and files
 * of tests there are (`runner/run-file.js`).
 */
export const contractOf = (text: string): Contract => {
  const contract = contracts.get(text) ?? checkedBy(text)
  contracts.set(text, contract)
  return contract
}

const checkedBy = (text: string): Contract => {
  const document: Document = JSON.parse(text)
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  formats.default(ajv)
  ajv.addSchema({ $id: 'contract', ...closed(JSON.parse(text)) })
  const checks = new Map<string, ValidateFunction>()
  const wrong = (pointer: string, value: unknown): string | undefined => {
    const check = checks.get(pointer) ?? ajv.compile({ $ref: `contract#${pointer}` })
    checks.set(pointer, check)
    return check(value) ? undefined : ajv.errorsText(check.errors)
  }
  const paths = Object.keys(document.paths).map((path) => ({ path, pattern: patternOf(path) }))
  // A literal path is meant before one with an id.
  paths.sort((a, b) => a.path.split('{').length - b.path.split('{').length)

  /** Where the document says what this answer may be, and how that reads. */
  const placeOf = ({ method, path, status }: Answered): Place | string | undefined => {
    const bare = (path.split('?')[0] ?? '').replace(/(?<=.)\/$/, '')
    const verb = method.toLowerCase()
    if (METHODS_OF_ITS_OWN.has(verb) || !bare.startsWith('/api/')) return undefined
    const found = paths.find(({ pattern }) => pattern.test(bare))
    const operation = found === undefined ? undefined : document.paths[found.path]?.[verb]
    if (found === undefined || operation === undefined) {
      if (status < 300) return 'the document does not have this operation: run npm run record:contract'
      const name = found === undefined ? 'UnknownAddress' : 'MethodNotAllowed'
      const expected = found === undefined ? 404 : 405
      if (status === 429) return undefined
      if (status !== expected) return `${status} where the document has ${expected} (${name})`
      const described = document.components.responses[name]
      // Under /chat the same problem is in the other envelope.
      return described === undefined || bare.startsWith('/api/v1/chat')
        ? undefined
        : { described, at: pointer('components', 'responses', name) }
    }
    const described = operation.responses[status]
    if (described === undefined) return `${status} is none of ${Object.keys(operation.responses)}`
    return resolved(document, described, pointer('paths', found.path, verb, 'responses', String(status)))
  }

  const bodyFault = ({ described, at }: Place, { headers, text = '' }: Answered): string | undefined => {
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const types = Object.keys(described.content ?? {})
    if (types.length === 0) return text === '' ? undefined : 'a body where the document has none'
    if (!types.includes(type)) return `${type === '' ? 'no type' : type} is none of ${types}`
    if (text === '') return undefined
    if (type === 'text/event-stream') return undefined
    const value = type.endsWith('json') ? JSON.parse(text) : text
    return wrong(`${at}${pointer('content', type, 'schema')}`, value)
  }

  return {
    document,
    fault(answered) {
      const place = placeOf(answered)
      if (place === undefined || typeof place === 'string') return place
      if (answered.headers.get('x-request-id') === null) return 'no X-Request-ID'
      return bodyFault(place, answered)
    },
    eventFault: (event) => wrong(pointer('components', 'schemas', 'StreamEvent'), event),
  }
}

interface Place {
  readonly described: Described
  readonly at: string
}

const pointer = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const resolved = (document: Document, described: Described, at: string): Place => {
  const name = described.$ref?.split('/').at(-1)
  const shared = name === undefined ? undefined : document.components.responses[name]
  return shared === undefined || name === undefined
    ? { described, at }
    : { described: shared, at: pointer('components', 'responses', name) }
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)

/** The document with every object closed: a field that it does not name is a fault here, where for clients it is none. */
const closed = (value: unknown): object => {
  const close = (part: unknown, open: boolean): unknown => {
    if (Array.isArray(part)) return part.map((item) => close(item, open))
    if (typeof part !== 'object' || part === null) return part
    const inner = Object.fromEntries(
      Object.entries(part).map(([key, item]) => [key, close(item, open || key === 'allOf')]),
    )
    const closes = !open && 'properties' in inner && inner.type === 'object' && !('additionalProperties' in inner)
    return closes ? { ...inner, additionalProperties: false } : inner
  }
  return Object(close(value, false))
}
