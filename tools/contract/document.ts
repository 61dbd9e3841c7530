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

const DESCRIPTION = `Questions in plain language about connected databases, their conversations, and what an organization
sets up for them.

Send an API key as \`X-API-Key\`, or the access token of a person as \`Authorization: Bearer\`. Every response carries \`X-Request-ID\` and
\`X-RateLimit-*\`; requests under \`/api/v1\` are counted, health, this document and its page are not. A problem has a stable \`error_code\` and its own name, \`problem\`; routes under \`/chat\` answer it in Envelope A with the fields of
Envelope B beside it, all others in plain Envelope B, and with \`Accept: application/problem+json\` all of them in the form
of RFC 9457. A parameter or a field that a route does not know is refused (400) with its name; only \`metadata\` holds
whatever it likes, and what identity providers send people back with. Fields may be added to responses within \`v1\`; none is taken away.`

const TAGS: Readonly<Record<string, string>> = {
  chat: 'Questions, their answers, and the history of conversations.',
  branding: 'How a widget of the organization looks.',
  auth: 'Logging in, and what people do with accounts of their own.',
  users: 'The people of the organization.',
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
          [SCHEME_OF.organization]: key('A key of an organization (`sk_…`): for its own servers only.'),
          [SCHEME_OF.database]: key('A key of one database (`pk_…`): may be public, sees that database only.'),
          [SCHEME_OF.person]: {
            ...({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const),
            description: 'The access token of somebody who has logged in (`POST /api/v1/auth/login`).',
          },
          [SCHEME_OF.operator]: {
            ...({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const),
            description: 'The credential of somebody who operates the service (`tabletalk operator new`).',
          },
        },
        responses: {
          UnknownAddress: {
            description: `Of any address that is not listed here.\n\n${problemTexts(['route_not_found'])}`,
            headers: responseHeaders(404),
            content: problemContent(['route_not_found', 'refusal_limit_reached'], false),
          },
          MethodNotAllowed: {
            description: `Of an address with a method that is not listed here.\n\n${problemTexts(['method_not_allowed'])}`,
            headers: responseHeaders(405).extend({
              Allow: z.string().meta({ header: { id: 'Allow', description: 'The methods that it takes.' } }),
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

/** Responses may get fields within a version, so no client may be told that there are no others. */
const leaveOpen: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}
