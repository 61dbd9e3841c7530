import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Caller } from '../access/rules/caller.ts'
import type { Epoch } from '../access/rules/epoch.ts'
import type { Operator } from '../access/rules/operator.ts'
import type { Organization } from '../access/rules/organization.ts'
import { type KeyPermission, type Needs, OPERATING, OPERATORS_ONLY } from '../access/rules/permit.ts'
import type { Role } from '../access/rules/role.ts'
import type { StreamTicket } from '../access/rules/stream-ticket.ts'
import type { Person } from '../manage/accounts/person.ts'
import type { AuditAction, AuditEntry } from '../manage/audit/rules/audit.ts'
import { Problem, type ProblemName } from '../platform/problems/problem.ts'
import { checkedInput, checkedRequest, type RequestSchema } from './input.ts'
import type { Reply } from './reply.ts'

/** What a handler gets of a request whose sender nobody asked for. */
export interface OpenExchange {
  readonly req: Request
  readonly res: Response
  readonly traceId: string
  /** Of which span what is done for it is a part; undefined where nothing is traced. */
  readonly traceparent: string | undefined
}

/** Who manages an organization, over HTTP or with the command (`operatorExchange`): all that such a handler knows. */
export interface ManagingExchange {
  readonly caller: Caller
  /** The caller's. */
  readonly organization: Organization
  /** What the caller may do. */
  readonly permissions: readonly KeyPermission[]
  /** What the caller is in the organization; a server key stands for whoever runs it, and that is an owner. */
  readonly role: Role
  /** What the audit log says of the caller. */
  readonly by: Pick<AuditEntry, 'actor' | 'traceId'>
  readonly traceId: string
  /** Whether the caller operates the installation, and so vouches for the email addresses of users it adds. */
  readonly isOperator: boolean
  /** Where callers reach the API, without a `/` at its end. */
  readonly publicUrl: string
  /**
   * The id of what the request makes (UUID, version 7). With an `Idempotency-Key` it is that of the first of its requests: one
   * that takes over what another has begun, and died of, finds what that has made.
   */
  readonly newId: string
  /** Sets a header of the answer, where it has any. */
  setHeader(name: string, value: string): void
}

/** What a route's handler gets. `caller` is known and may use the route: other requests never arrive. */
export interface Exchange extends OpenExchange, ManagingExchange {
  readonly traceId: string
  /** Who calls, where it is somebody who has logged in. */
  readonly person: Person | undefined
  /** In which all this was so. */
  readonly epoch: Epoch
  /** What the caller has shown in place of a key. */
  readonly ticket: StreamTicket | undefined
}

/** What a route's handler gets of a request of an operator, who belongs to no organization. */
export interface OperatorExchange extends OpenExchange {
  readonly operator: Operator
}

/** One endpoint: where it is, what it takes and gives. The contract is drawn from it. */
interface RouteFields {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Under `/api/v1`. */
  readonly path: string
  /** What it is for, in some words. */
  readonly summary: string
  /** What its readers should know besides. */
  readonly description?: string
  readonly takes: RequestSchema
  readonly gives: Reply
  /** What it may answer in place of `gives` where the request asks for it. */
  readonly orGives?: readonly Reply[]
  /** What a route that changes what the organization has writes into the audit log, for example `database.created`. */
  readonly audits?: AuditAction
  /** Problems that are its own, beside those that every route of its kind has. */
  readonly problems: readonly ProblemName[]
  /** Whether a ticket may be shown in place of a key. */
  readonly takesTickets?: true
  /** Whether a request asks a question in a conversation that its path names, of which fewer are allowed. */
  asksInConversation?(req: Request): boolean
}

/** An endpoint for callers who are known. */
export interface KnownRoute extends RouteFields {
  /** What its callers must have, decided before anything of the request is read. */
  readonly needs: Needs
  /** The body of the answer, as `gives` says; undefined when the handler has answered by itself. */
  handle(exchange: Exchange): Promise<unknown>
  /** The same for an operator; absent where a route takes none. */
  handleOperator?(exchange: OperatorExchange): Promise<unknown>
}

/** An endpoint for whoever comes, such as somebody who wants to log in. */
export interface OpenRoute extends RouteFields {
  readonly needs: 'anyone'
  /**
   * Absent: people who type. `pages` come by themselves and carry what proves them, many at once from one network; so does what
   * the payment `processor` sends, whose body is not parsed but verified.
   */
  readonly comesFrom?: 'pages' | 'processor'
  handle(exchange: OpenExchange): Promise<unknown>
}

export type Route = KnownRoute | OpenRoute

const BODY_METHODS: ReadonlySet<Route['method']> = new Set(['post', 'put', 'patch', 'delete'])

/** Whether a body that is sent is read, be it only to see that it says nothing. */
export const mayHaveBody = ({ method, takes }: Pick<Route, 'method' | 'takes'>): boolean =>
  BODY_METHODS.has(method) || 'body' in takes.shape

export interface Endpoint<Takes extends RequestSchema, Value>
  extends Omit<KnownRoute, 'takes' | 'gives' | 'handle' | 'handleOperator'> {
  readonly takes: Takes
  readonly gives: Reply<Value>
  /** The value that `gives` writes; undefined when the handler has answered by itself. */
  handle(exchange: Exchange, input: z.output<Takes>): Promise<NoInfer<Value> | undefined>
  handleOperator?(exchange: OperatorExchange, input: z.output<Takes>): Promise<NoInfer<Value>>
}

/** Makes a route whose handler gets its input checked: `handle` throws the problems of `checkedRequest`. */
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

/** An endpoint by which an organization is managed, over HTTP or with the command. */
export interface ManagingRoute<Value> extends KnownRoute {
  /** Does what the endpoint does where nothing came over HTTP. @throws Problem as the endpoint, of what was sent too */
  run(exchange: ManagingExchange, sent: Sent): Promise<Value>
}

/** What a request would have sent; it is checked as one. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

export interface ManagingEndpoint<Takes extends RequestSchema, Value>
  extends Omit<Endpoint<Takes, Value>, 'handle' | 'handleOperator'> {
  handle(exchange: ManagingExchange, input: z.output<Takes>): Promise<NoInfer<Value>>
}

/** The same for management: its handler knows nothing of HTTP. */
export const managing = <Takes extends RequestSchema, Value>(
  definition: ManagingEndpoint<Takes, Value>,
): ManagingRoute<Value> => ({
  ...endpoint<Takes, Value>(definition),
  run: async (exchange, sent) => await definition.handle(exchange, checkedInput(definition.takes, sent)),
})

type OperatorEndpoint<Takes extends RequestSchema, Value> = Omit<Endpoint<Takes, Value>, 'needs' | 'handle'> &
  Required<Pick<Endpoint<Takes, Value>, 'handleOperator'>>

/** The same for operators alone. */
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

export interface OpenEndpoint<Takes extends RequestSchema, Value>
  extends Omit<OpenRoute, 'needs' | 'takes' | 'gives' | 'handle'> {
  readonly takes: Takes
  readonly gives: Reply<Value>
  /** The value that `gives` writes; undefined when the handler has answered by itself. */
  handle(exchange: OpenExchange, input: z.output<Takes>): Promise<NoInfer<Value> | undefined>
}

/** The same for whoever comes. */
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
