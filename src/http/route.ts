import type { Request, Response } from 'express'
import type { Caller } from '../domain/access/caller.ts'
import type { Needs } from '../domain/access/permit.ts'

/** What a route's handler gets. `caller` is known and may use the route: other requests never arrive. */
export interface Exchange {
  readonly req: Request
  readonly res: Response
  readonly caller: Caller
  readonly traceId: string
}

/** One endpoint: where it is, what it needs, what it does. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Under `/api/v1`. */
  readonly path: string
  /** What its callers must have, decided before `handle`. */
  readonly needs: Needs
  /** The `data` of the answer; undefined when the handler has answered by itself. */
  handle(exchange: Exchange): Promise<unknown>
}

/** Ids are literal strings in paths: express may give a list only for wildcards, which no route has. */
export const pathParameter = (req: Request, name: string): string => {
  const value = req.params[name]
  return typeof value === 'string' ? value : ''
}
