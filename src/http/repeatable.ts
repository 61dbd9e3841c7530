import type { App } from '../app.ts'
import { replayed } from '../turns/once-for-key.ts'
import type { Route } from './route.ts'

/** Of the methods only POST is not by itself the same when it is sent twice (RFC 9110, section 9.2.2). */
export const repeatable = (app: Pick<App, 'store'>, route: Route): Route =>
  route.method === 'post'
    ? {
        ...route,
        problems: [...route.problems, 'idempotency_mismatch', 'turn_running'],
        handle: (exchange) => replayed(app, exchange, () => route.handle(exchange)),
      }
    : route
