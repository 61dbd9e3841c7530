import { z } from 'zod'
import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathItemObject } from 'zod-openapi'
import type { Route } from '../../src/http/route.ts'
import type { ExamplesByOperation } from './examples.ts'
import { sharedFailures } from './failures.ts'
import { responseHeaders } from './headers.ts'
import { operationOf, SCHEME_OF, tagOf } from './operation.ts'
import { problemContent, problemTexts } from './problem-bodies.ts'
import { SERVICE_PATHS, SERVICE_TAG } from './service-paths.ts'
import { StreamEvent } from './stream-events.ts'

const DESCRIPTION = `Ask questions in plain language about connected databases, read their conversations, and manage the
settings of an organization.

Authenticate with an API key in \`X-API-Key\` or the access token of a user in \`Authorization: Bearer\`. Every response carries
\`X-Request-ID\` and \`X-RateLimit-*\`. Requests under \`/api/v1\` count against rate limits; health checks, this document and its
page do not. A problem has a stable \`error_code\` and a more specific name, \`problem\`. Routes under \`/chat\` return problems in
Envelope A together with the fields of Envelope B; all other routes return Envelope B; with \`Accept: application/problem+json\`,
all routes return the format of RFC 9457. Unknown parameters and fields are refused (400) and named in the response, except in
\`metadata\`, which accepts any fields, and in the callback of identity providers. Fields may be added to responses within \`v1\`;
none is removed.`

const TAGS: Readonly<Record<string, string>> = {
  chat: 'Questions, their answers, and the history of conversations.',
  branding: 'The appearance of the chat widget of the organization.',
  auth: 'Login, sessions and the account of the current user.',
  users: 'The users of the organization.',
}

/** The API described as OpenAPI 3.1, from the schemas that check its requests and write its responses. */
export const openApiDocument = (routes: readonly Route[], version: string, examples: ExamplesByOperation) => {
  const failuresOf = sharedFailures()
  const paths = new Map<string, ZodOpenApiPathItemObject>()
  for (const route of routes) {
    const path = `/api/v1${route.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const operation = operationOf(route, failuresOf, examples[`${route.method} ${path}`])
    paths.set(path, { ...paths.get(path), [route.method]: operation })
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Tabletalk',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // From where the document is, also below a prefix.
      servers: [{ url: './' }],
      tags: [...new Set(routes.map(tagOf))].map(describedTag).concat(SERVICE_TAG),
      paths: { ...Object.fromEntries(paths), ...SERVICE_PATHS },
      components: {
        schemas: { StreamEvent },
        securitySchemes: {
          [SCHEME_OF.organization]: key('An organization key (`sk_…`): for use on your own servers only.'),
          [SCHEME_OF.database]: key('A database key (`pk_…`): may be public; limited to one database.'),
          [SCHEME_OF.person]: {
            ...({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const),
            description: 'The access token of a user (`POST /api/v1/auth/login`).',
          },
          [SCHEME_OF.operator]: {
            ...({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const),
            description: 'The credential of an operator of the service (`tabletalk operator new`).',
          },
        },
        responses: {
          UnknownAddress: {
            description: `For any address that is not listed here.\n\n${problemTexts(['route_not_found'])}`,
            headers: responseHeaders(404),
            content: problemContent(['route_not_found', 'refusal_limit_reached'], false),
          },
          MethodNotAllowed: {
            description: `For a listed address with a method that is not listed.\n\n${problemTexts(['method_not_allowed'])}`,
            headers: responseHeaders(405).extend({
              Allow: z.string().meta({ header: { id: 'Allow', description: 'The supported methods.' } }),
            }),
            content: problemContent(['method_not_allowed', 'refusal_limit_reached'], false),
          },
        },
      },
    },
    { override: leaveOpen },
  )
}

const key = (description: string) => ({ type: 'apiKey', in: 'header', name: 'X-API-Key', description }) as const

const describedTag = (name: string) => ({ name, ...(TAGS[name] === undefined ? {} : { description: TAGS[name] }) })

/** Responses may get fields within a version, so the contract must not say that there are no others. */
const leaveOpen: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}
