import { MANAGING, type Needs } from '../access/rules/permit.ts'
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
  /** The roles that may, where fewer may than manage. */
  readonly roles?: Needs['roles']
  /** Who may, where it is no matter of managing. */
  readonly needs?: Needs
  /** @param record makes the change; where nothing is to be changed, it is not called */
  change(
    exchange: ManagingExchange,
    input: Parameters<ManagingEndpoint<Takes, Value>['handle']>[1],
    record: Recorder,
  ): Promise<NoInfer<Value>>
  /** Of a removal: what it was of, and what is answered to who repeats one of which nobody has heard that it was done. */
  removed?(
    input: Parameters<ManagingEndpoint<Takes, Value>['handle']>[1],
    exchange: ManagingExchange,
  ): {
    readonly subject: string
    readonly answer: NoInfer<Value>
  }
}

/**
 * Makes a route by which somebody changes what an organization has, as a rule who manages it. Whatever is changed is in the audit
 * log, because its entry is stored before the change; and says that it is done before the answer is sent.
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
          const again = removed?.(input, exchange)
          if (again === undefined || !isGone(error)) throw error
          // Gone by a request that was cut off before it could say so: its entry is still begun.
          const { subject, answer } = again
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
