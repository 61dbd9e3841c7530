import type { App } from '../app.ts'
import { type AuditAction, actorOf, type Recorder } from '../domain/access/audit.ts'
import { MANAGING } from '../domain/access/permit.ts'
import type { RequestSchema } from './input.ts'
import { repeatable } from './repeatable.ts'
import { type Endpoint, type Exchange, endpoint } from './route.ts'

type Audited<Takes extends RequestSchema, Value> = Omit<Endpoint<Takes, Value>, 'audits' | 'needs' | 'handle'> & {
  readonly audits: AuditAction
  /** @param record makes the change; where nothing is to be changed, it is not called */
  change(
    exchange: Exchange,
    input: Parameters<Endpoint<Takes, Value>['handle']>[1],
    record: Recorder,
  ): Promise<NoInfer<Value>>
}

/**
 * Makes a route by which somebody who manages an organization changes what it has. Whatever is changed is in the audit
 * log, because its entry is stored before the change; and says that it is done before the answer is sent.
 */
export const audited = <Takes extends RequestSchema, Value>(
  app: Pick<App, 'store'>,
  { change, ...definition }: Audited<Takes, Value>,
) =>
  repeatable(
    app,
    endpoint<Takes, Value>({
      ...definition,
      needs: MANAGING,
      async handle(exchange, input) {
        const { caller, traceId } = exchange
        const by = { actor: actorOf(caller), action: definition.audits, traceId }
        return await change(exchange, input, (recorded, write, found) =>
          app.store.recordChange(caller, { ...by, ...recorded }, { write, ...(found && { found }) }),
        )
      },
    }),
  )
