import type { NextFunction, Response } from 'express'

/**
 * The first handler of a route: sets the route label of its requests in metrics, log lines and spans. The label is the path as
 * declared: Express forgets the base path of a request that fails, and matches base paths in upper and lower case.
 *
 * @param path with the base path, and with parameter names in place of values
 */
export const labelRoute =
  (path: string) =>
  (_req: unknown, res: Response, next: NextFunction): void => {
    res.locals.routeLabel = path
    next()
  }

/** The route label of a request; `none` if it was refused before it reached a route. */
export const routeLabelOf = (res: Response): string => String(res.locals.routeLabel ?? 'none')
