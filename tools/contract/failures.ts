import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import type { Route } from '../../src/http/route.ts'
import { type ProblemName, problemRow } from '../../src/platform/problems/problem.ts'
import { responseHeaders } from './headers.ts'
import { problemContent, problemTexts } from './problem-bodies.ts'
import { problemsOf } from './problems-of.ts'

/** The failures of a route, by status. */
export type Failures = (route: Route) => ZodOpenApiResponsesObject

/** For one document, in which each set of problems of one status is one component that routes refer to. */
export const sharedFailures = (): Failures => {
  const shared = new Map<string, ZodOpenApiResponseObject>()
  const taken = new Map<string, number>()
  const response = (status: number, names: readonly ProblemName[], chat: boolean): ZodOpenApiResponseObject => {
    const key = [chat, ...names].join()
    const known = shared.get(key)
    if (known !== undefined) return known
    const kind = `${chat ? 'Chat' : ''}Problem${status}`
    const number = (taken.get(kind) ?? 0) + 1
    taken.set(kind, number)
    const made = {
      id: number === 1 ? kind : `${kind}_${number}`,
      description: problemTexts(names),
      headers: responseHeaders(status),
      content: problemContent(names, chat),
    }
    shared.set(key, made)
    return made
  }
  return (route) => {
    const chat = route.path.startsWith('/chat/')
    const statuses = Map.groupBy([...problemsOf(route)].toSorted(), (name) => problemRow(name).status)
    return Object.fromEntries([...statuses].map(([status, names]) => [String(status), response(status, names, chat)]))
  }
}
