import { type AccessRequirements, MANAGING } from '../access/rules/permit.ts'
import type { AuditAction, Recorder } from '../manage/audit/rules/audit.ts'
import { Problem, problemRow } from '../platform/problems/problem.ts'
import type { RequestSchema } from './input.ts'
import { repeatable } from './repeatable.ts'
import { type ManagingEndpoint, type ManagingExchange, type ManagingRoute, managing } from './route.ts'
import type { RouteParts } from './route-parts.ts'

type Audited<Takes extends RequestSchema, Value> = Omit<
  ManagingEndpoint<Takes, Value>,
  'audits' | 'needs' | 'handle'
> & {
  readonly audits: AuditAction
  /** Roles that may call the route, in place of those of `needs`. */
  readonly roles?: AccessRequirements['roles']
  /** `MANAGING` by default. */
  readonly needs?: AccessRequirements
  /** @param record performs the change; not called if nothing changes */
  change(
    exchange: ManagingExchange,
    input: Parameters<ManagingEndpoint<Takes, Value>['handle']>[1],
    record: Recorder,
  ): Promise<NoInfer<Value>>
  /** For deletions: the deleted object, and the answer to a repeated request whose first attempt was interrupted. */
  removed?(
    input: Parameters<ManagingEndpoint<Takes, Value>['handle']>[1],
    exchange: ManagingExchange,
  ): {
    readonly subject: string
    readonly answer: NoInfer<Value>
  }
}

/**
 * Creates a route that changes an organization, for callers who manage it by default. Every change is in the audit log:
 * its entry is stored before the change, and marked as done before the response is sent.
 */
export const audited = <Takes extends RequestSchema, Value>(
  app: Pick<RouteParts, 'store'>,
  { change, removed, roles, needs = MANAGING, ...definition }: Audited<Takes, Value>,
): ManagingRoute<Value> =>
  repeatable(
    app,
    managing<Takes, Value>({
      ...definition,
      needs: roles === undefined ? needs : { ...needs, roles },
      async handle(exchange, input) {
        const { caller, by } = exchange
        try {
          return await change(exchange, input, (recorded, write, found) =>
            app.store.audit.record(
              caller,
              { ...by, action: definition.audits, ...recorded },
              { write, ...(found && { found }) },
            ),
          )
        } catch (error) {
          const removal = removed?.(input, exchange)
          if (removal === undefined || !isGone(error)) throw error
          // An interrupted request has deleted the object if its entry is still `begun`.
          const { subject, answer } = removal
          const entry = await app.store.audit.last(caller, { action: definition.audits, subject })
          if (entry?.outcome !== 'begun') throw error
          await app.store.audit.end(caller, entry.id, 'done')
          return answer
        }
      },
    }),
  )

const isGone = (error: unknown): boolean =>
  error instanceof Problem && (problemRow(error.problem).status === 404 || error.problem === 'sso_not_configured')
