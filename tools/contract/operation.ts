import { z } from 'zod'
import type { ZodOpenApiMediaTypeObject, ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { mayUse, ROLES } from '../../src/access/rules/role.ts'
import type { Reply } from '../../src/http/reply.ts'
import type { Route } from '../../src/http/route.ts'
import type { Examples } from './examples.ts'
import type { Failures } from './failures.ts'
import { EVENT_STREAM, headersOf, responseHeaders, traits } from './headers.ts'

/**
 * What the contract says of one endpoint, all of it drawn from its route.
 *
 * @param failuresOf of one document: routes that fail alike share what is said of it
 */
export const operationOf = (
  route: Route,
  failuresOf: Failures,
  { request, responses = {} }: Examples = {},
): ZodOpenApiOperationObject => {
  const { params, query, body } = route.takes.shape
  return {
    operationId: operationId(route),
    tags: [tagOf(route)],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: securityOf(route),
    requestParams: {
      header: headersOf(route),
      ...(params === undefined ? {} : { path: params }),
      ...(query === undefined ? {} : { query }),
    },
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body, ...(request === undefined ? {} : { example: request }) } },
          },
        }),
    responses: { ...successes(route, responses), ...failuresOf(route) },
  }
}

/** The scheme of each kind of caller. */
export const SCHEME_OF = {
  organization: 'OrganizationKey',
  database: 'DatabaseKey',
  person: 'AccessToken',
  operator: 'OperatorCredential',
} as const

const securityOf = (route: Route): Record<string, string[]>[] => {
  if (route.needs === 'anyone') return []
  const { needs } = route
  return [
    ...needs.keys.map((kind) => ({ [SCHEME_OF[kind]]: [] })),
    ...(ROLES.some((role) => mayUse(role, needs)) ? [{ [SCHEME_OF.person]: [] }] : []),
    ...(route.handleOperator === undefined ? [] : [{ [SCHEME_OF.operator]: [] }]),
    // A ticket is a parameter: with one, no key is sent.
    ...(route.takesTickets ? [{}] : []),
  ]
}

/** `GET /chat/:conversation_id/history` → `getChatByConversationIdHistory`: of one path, as long as the path is. */
const operationId = ({ method, path }: Route): string =>
  method +
  path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(':') ? `By${pascal(part.slice(1))}` : pascal(part)))
    .join('')

const pascal = (words: string): string =>
  words
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** The first part of its path. */
export const tagOf = ({ path }: Route): string => path.split('/')[1] ?? ''

const successes = (route: Route, examples: Readonly<Record<string, unknown>>): ZodOpenApiResponsesObject => {
  const { streams, hasCursor, repeats } = traits(route)
  const replies = Map.groupBy([route.gives, ...(route.orGives ?? [])], ({ status }) => status)
  const described = [...replies].map(([status, forms]) => [
    String(status),
    {
      description: [...new Set(forms.map(({ description }) => description))].join(' Or: '),
      headers: responseHeaders(status, { repeats }),
      ...contentOf(forms, examples[status], hasCursor),
    },
  ])
  const delivered = { description: 'The resumed stream has no further events.', headers: responseHeaders(204) }
  return { ...Object.fromEntries(described), ...(streams ? { '204': delivered } : {}) }
}

/** The forms of one status, by type; what has one type and several forms is one of them. */
const contentOf = (
  forms: readonly Reply[],
  example: unknown,
  hasCursor: boolean,
): { readonly content?: Record<string, ZodOpenApiMediaTypeObject> } => {
  const content = [...Map.groupBy(forms, ({ contentType }) => contentType)].flatMap(([type, alike]) => {
    if (type === undefined) return []
    const described = {
      schema: anyOf(alike.map(({ schema }) => schema)),
      ...(type === 'application/json' && example !== undefined ? { example } : {}),
      ...(type === EVENT_STREAM && hasCursor ? { 'x-event-schema': { $ref: '#/components/schemas/StreamEvent' } } : {}),
    }
    return [[type, described] as const]
  })
  return content.length === 0 ? {} : { content: Object.fromEntries(content) }
}

const anyOf = ([first = z.never(), ...others]: readonly z.ZodType[]): z.ZodType =>
  others.length === 0 ? first : z.union([first, ...others])
