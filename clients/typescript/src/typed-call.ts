import type { paths } from './schema.ts'
import type { Sending } from './transport.ts'

/** The methods of a path. */
export type MethodOf<Path extends keyof paths> = Extract<
  {
    [Method in keyof paths[Path]]: paths[Path][Method] extends { responses: unknown } ? Method : never
  }[keyof paths[Path]],
  string
>

type OperationOf<Path extends keyof paths, Method extends MethodOf<Path>> = paths[Path][Method]

type ParametersOf<Operation, Place extends string> = Operation extends { parameters: { [P in Place]?: infer Found } }
  ? NonNullable<Found>
  : never

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : never

type Success<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202 ? Responses[Status] : never
}[keyof Responses]

/** The successful response of a method. */
export type ResultOf<Path extends keyof paths, Method extends MethodOf<Path>> =
  OperationOf<Path, Method> extends { responses: infer Responses }
    ? Success<Responses> extends { content: { 'application/json': infer Body } }
      ? Body
      : undefined
    : undefined

type Given<Key extends string, Value> = [Value] extends [never] ? unknown : { readonly [K in Key]: Value }
type MayBeGiven<Key extends string, Value> = [Value] extends [never]
  ? unknown
  : { readonly [K in Key]?: OrUndefined<Value> }

/** Fields that are undefined are not sent. */
export type OrUndefined<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | undefined }

/** The options of a call: parameters and body of the path, and options of all calls. */
export type CallOptions<Path extends keyof paths, Method extends MethodOf<Path>> = Given<
  'path',
  ParametersOf<OperationOf<Path, Method>, 'path'>
> &
  MayBeGiven<'query', ParametersOf<OperationOf<Path, Method>, 'query'>> &
  Given<'body', BodyOf<OperationOf<Path, Method>>> & {
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal | undefined
    /** Requests with the same key and the same content get the same response for 24 hours. With a key, methods other than GET are also retried if there was no response. */
    readonly idempotencyKey?: string
  }

/** `/chat/{conversation_id}` with path parameters and query filled in. */
export const addressOf = (
  path: string,
  parts: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])))
  const asked = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`
}

/** The options of a call of any endpoint. */
interface AnyCall {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly idempotencyKey?: string
}

/** The request of a call. */
export const sendingOf = <Path extends keyof paths, Method extends MethodOf<Path>>(
  method: Method,
  path: Path,
  given: CallOptions<Path, Method>,
): Sending => {
  const { path: parts, query, body, headers = {}, signal, idempotencyKey }: AnyCall = given
  return {
    method: method.toUpperCase(),
    path: addressOf(path, parts, query),
    headers: { ...headers, 'Idempotency-Key': idempotencyKey },
    body,
    signal,
    repeatable: method === 'get' || idempotencyKey !== undefined,
  }
}
