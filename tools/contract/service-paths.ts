import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { responseHeaders } from './headers.ts'

export const SERVICE_TAG = { name: 'service', description: 'The service itself; no key is needed.' }

const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.object({
    store: z.boolean(),
    temporal: z.boolean(),
    draining: z.boolean(),
    indexes: z
      .boolean()
      .meta({ description: 'Whether every index of the store stands; without one, it can take questions.' }),
  }),
  missing: z
    .array(z.string())
    .optional()
    .meta({ description: 'Indexes of the store that could not be made, each with why.' }),
})

const answer = (status: number, description: string, schema: z.ZodType) => ({
  [String(status)]: {
    description,
    headers: responseHeaders(status),
    content: { 'application/json': { schema } },
  },
})

/** What is served beside the routes of the API. */
export const SERVICE_PATHS: ZodOpenApiPathsObject = {
  '/healthz': {
    get: {
      operationId: 'getHealthz',
      tags: [SERVICE_TAG.name],
      summary: 'Whether the process lives',
      security: [],
      responses: answer(200, 'It does.', z.object({ status: z.literal('ok') })),
    },
  },
  '/readyz': {
    get: {
      operationId: 'getReadyz',
      tags: [SERVICE_TAG.name],
      summary: 'Whether it can take questions',
      security: [],
      responses: {
        ...answer(200, 'It can.', readiness),
        ...answer(503, 'It cannot; `checks` names what is missing.', readiness),
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'getOpenapiJson',
      tags: [SERVICE_TAG.name],
      summary: 'This document',
      security: [],
      responses: answer(200, 'OpenAPI 3.1.', z.looseObject({ openapi: z.string() })),
    },
  },
}
