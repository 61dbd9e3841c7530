import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { sharedAnswerReply } from '../../src/http/shared-answer/shared-answer-data.ts'
import { responseHeaders } from './headers.ts'
import { problemContent } from './problem-bodies.ts'

export const SERVICE_TAG = { name: 'service', description: 'The service itself; no key is required.' }

const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.object({
    store: z.boolean(),
    temporal: z.boolean(),
    draining: z.boolean(),
    indexes: z
      .boolean()
      .meta({ description: 'Whether all indexes of the store exist. The service can accept questions without them.' }),
  }),
  missing: z
    .array(z.string())
    .optional()
    .meta({ description: 'Indexes of the store that could not be created, each with the reason.' }),
})

const answer = (status: number, description: string, schema: z.ZodType) => ({
  [String(status)]: {
    description,
    headers: responseHeaders(status),
    content: { 'application/json': { schema } },
  },
})

const page = { 'text/html': { schema: z.string() } }

const sharedAnswer: ZodOpenApiPathsObject[string] = {
  get: {
    operationId: 'getSByToken',
    tags: [SERVICE_TAG.name],
    summary: 'Get a shared answer by its link',
    description:
      'A page, or JSON with `Accept: application/json`. Expired, revoked, altered and unknown links get the same response.',
    security: [],
    requestParams: { path: z.object({ token: z.string() }) },
    responses: {
      '200': {
        description: 'The answer at the time of sharing.',
        headers: responseHeaders(200),
        content: { ...page, 'application/json': { schema: sharedAnswerReply.schema } },
      },
      '404': {
        description: 'The link is not valid or no longer valid.',
        headers: responseHeaders(404),
        content: { ...page, ...problemContent(['share_not_found'], false) },
      },
      '429': {
        description: 'Too many requests from one network.',
        headers: responseHeaders(429),
        content: problemContent(['open_limit_reached'], false),
      },
      '503': {
        description: 'The store does not answer.',
        headers: responseHeaders(503),
        content: problemContent(['store_unavailable'], false),
      },
    },
  },
}

/** What is served beside the routes of the API. */
export const SERVICE_PATHS: ZodOpenApiPathsObject = {
  '/s/{token}': sharedAnswer,
  '/healthz': {
    get: {
      operationId: 'getHealthz',
      tags: [SERVICE_TAG.name],
      summary: 'Liveness check',
      security: [],
      responses: answer(200, 'The process is running.', z.object({ status: z.literal('ok') })),
    },
  },
  '/readyz': {
    get: {
      operationId: 'getReadyz',
      tags: [SERVICE_TAG.name],
      summary: 'Readiness check: whether the service can accept questions',
      security: [],
      responses: {
        ...answer(200, 'Ready.', readiness),
        ...answer(503, 'Not ready; `checks` shows what is missing.', readiness),
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
