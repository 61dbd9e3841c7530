import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { AuthorizationRevision } from '../access/rules/authorization-revision.ts'
import type { Caller } from '../access/rules/caller.ts'
import type { AnswerDisclosure } from '../access/rules/disclosure.ts'
import type { Operator } from '../access/rules/operator.ts'
import type { Organization } from '../access/rules/organization.ts'
import { type AccessRequirements, type KeyPermission, OPERATING, OPERATORS_ONLY } from '../access/rules/permit.ts'
import type { Role } from '../access/rules/role.ts'
import type { StreamTicket } from '../access/rules/stream-ticket.ts'
import type { Person } from '../manage/accounts/person.ts'
import type { AuditAction, AuditEntry } from '../manage/audit/rules/audit.ts'
import { Problem, type ProblemName } from '../platform/problems/problem.ts'
import { checkedInput, checkedRequest, type RequestSchema } from './input.ts'
import type { Reply } from './reply.ts'

/** A request without authentication, for its handler. */
export interface OpenExchange {
  readonly req: Request
  readonly res: Response
  readonly traceId: string
}

/** A management request, over HTTP or from the command (`operatorExchange`), for a handler that is independent of HTTP. */
export interface ManagingExchange {
  readonly caller: Caller
  /** The organization of the caller. */
  readonly organization: Organization
  readonly permissions: readonly KeyPermission[]
  /** The role of the user; a key has that of its creator, an owner by default. */
  readonly role: Role
  /** The caller, for the audit log. */
  readonly by: Pick<AuditEntry, 'actor' | 'traceId'>
  readonly traceId: string
  /** Whether the caller operates the installation: email addresses of users it adds count as verified. */
  readonly isOperator: boolean
  /** Base URL of the API, without a trailing `/`. */
  readonly publicUrl: string
  /**
   * Id for the resource that the request creates (UUID, version 7). All requests with the same `Idempotency-Key` get the
   * id of the first one, so that a repeated request finds what an interrupted one has created.
   */
  readonly newId: string
  /** Sets a response header; does nothing in a command. */
  setHeader(name: string, value: string): void
}

/** An authenticated request for its handler: its caller may use the route. */
export interface Exchange extends OpenExchange, ManagingExchange {
  readonly traceId: string
  /** What answers contain for this caller. */
  readonly disclosure: AnswerDisclosure
  /** The logged-in user; undefined for keys. */
  readonly person: Person | undefined
  /** The authorization revision at which all this was so. */
  readonly revision: AuthorizationRevision
  /** The stream ticket that was sent in place of a key. */
  readonly ticket: StreamTicket | undefined
}

/** A request of an operator, who belongs to no organization. */
interface OperatorExchange extends OpenExchange {
  readonly operator: Operator
}

/** The declaration of an endpoint, from which the contract is generated. */
interface RouteFields {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Under `/api/v1`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly takes: RequestSchema
  readonly gives: Reply
  /** Other replies, which a request can ask for. */
  readonly orGives?: readonly Reply[]
  /** Action in the audit log, for routes that make changes: `database.created`. */
  readonly audits?: AuditAction
  /** Problems of this endpoint, in addition to those of every route of its kind. */
  readonly problems: readonly ProblemName[]
  /** Whether a stream ticket is accepted in place of a key. */
  readonly takesTickets?: true
  /** Maximum size of the body, in place of that of its router. */
  readonly bodyBytesMax?: number
  /** Whether a request asks a question in the conversation that it names, for which there are additional rate limits. */
  asksInConversation?(req: Request): boolean
}

/** An endpoint that requires authentication. */
export interface KnownRoute extends RouteFields {
  /** What its callers need; checked before the body is read. */
  readonly needs: AccessRequirements
  /** The response body, as declared by `gives`; undefined if the handler has sent the response. */
  handle(exchange: Exchange): Promise<unknown>
  /** `handle` for operators; absent if the route does not accept them. */
  handleOperator?(exchange: OperatorExchange): Promise<unknown>
}

/** An endpoint without authentication, such as a login. */
export interface OpenRoute extends RouteFields {
  readonly needs: 'anyone'
  /**
   * Selects the rate limit. Absent: people who type. `pages`: requests that pages send by themselves with proof of
   * identity, many at once from one network. `processor`: the payment processor, whose raw body is verified, not parsed.
   */
  readonly comesFrom?: 'pages' | 'processor'
  handle(exchange: OpenExchange): Promise<unknown>
}

export type Route = KnownRoute | OpenRoute

const BODY_METHODS: ReadonlySet<Route['method']> = new Set(['post', 'put', 'patch', 'delete'])

/** Whether a body is parsed, even if only to check that it is empty. */
export const mayHaveBody = ({ method, takes }: Pick<Route, 'method' | 'takes'>): boolean =>
  BODY_METHODS.has(method) || 'body' in takes.shape

export interface Endpoint<Takes extends RequestSchema, Value>
  extends Omit<KnownRoute, 'takes' | 'gives' | 'handle' | 'handleOperator'> {
  readonly takes: Takes
  readonly gives: Reply<Value>
  /** The value for `gives`; undefined if the handler has sent the response. */
  handle(exchange: Exchange, input: z.output<Takes>): Promise<NoInfer<Value> | undefined>
  handleOperator?(exchange: OperatorExchange, input: z.output<Takes>): Promise<NoInfer<Value>>
}

/** Creates a route whose handler gets checked input: `handle` throws the problems of `checkedRequest`. */
export const endpoint = <Takes extends RequestSchema, Value>({
  handleOperator,
  ...definition
}: Endpoint<Takes, Value>): KnownRoute => ({
  ...definition,
  async handle(exchange) {
    const value = await definition.handle(exchange, checkedRequest(definition.takes, exchange.req))
    return value === undefined ? undefined : definition.gives.body(value)
  },
  ...(handleOperator && {
    handleOperator: async (exchange) =>
      definition.gives.body(await handleOperator(exchange, checkedRequest(definition.takes, exchange.req))),
  }),
})

/** An endpoint for managing an organization, over HTTP or with the command. */
export interface ManagingRoute<Value> extends KnownRoute {
  /** Runs the endpoint without HTTP. @throws Problem as the endpoint, also for invalid input */
  run(exchange: ManagingExchange, sent: RouteInput): Promise<Value>
}

/** Input in place of a request, checked in the same way. */
export interface RouteInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

export interface ManagingEndpoint<Takes extends RequestSchema, Value>
  extends Omit<Endpoint<Takes, Value>, 'handle' | 'handleOperator'> {
  handle(exchange: ManagingExchange, input: z.output<Takes>): Promise<NoInfer<Value>>
}

/** Creates a management route, whose handler is independent of HTTP. */
export const managing = <Takes extends RequestSchema, Value>(
  definition: ManagingEndpoint<Takes, Value>,
): ManagingRoute<Value> => ({
  ...endpoint<Takes, Value>(definition),
  run: async (exchange, sent) => await definition.handle(exchange, checkedInput(definition.takes, sent)),
})

type OperatorEndpoint<Takes extends RequestSchema, Value> = Omit<Endpoint<Takes, Value>, 'needs' | 'handle'> &
  Required<Pick<Endpoint<Takes, Value>, 'handleOperator'>>

/** Creates a route for operators only. */
export const operatorEndpoint = <Takes extends RequestSchema, Value>(
  definition: OperatorEndpoint<Takes, Value>,
): KnownRoute =>
  endpoint({
    ...definition,
    needs: OPERATING,
    handle: async () => {
      throw new Problem('key_not_permitted', { message: OPERATORS_ONLY })
    },
  })

interface OpenEndpoint<Takes extends RequestSchema, Value>
  extends Omit<OpenRoute, 'needs' | 'takes' | 'gives' | 'handle'> {
  readonly takes: Takes
  readonly gives: Reply<Value>
  /** The value for `gives`; undefined if the handler has sent the response. */
  handle(exchange: OpenExchange, input: z.output<Takes>): Promise<NoInfer<Value> | undefined>
}

/** Creates a route without authentication. */
export const openEndpoint = <Takes extends RequestSchema, Value>(
  definition: OpenEndpoint<Takes, Value>,
): OpenRoute => ({
  ...definition,
  needs: 'anyone',
  async handle(exchange) {
    const value = await definition.handle(exchange, checkedRequest(definition.takes, exchange.req))
    return value === undefined ? undefined : definition.gives.body(value)
  },
})
