import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TraceSettings } from '../../src/platform/tracing/otlp-tracing.ts'

/** The settings of a process that sends all of its spans here. */
export const tracesTo = (endpoint: string): TraceSettings => ({
  endpoint,
  serviceName: 'tabletalk',
  sampler: 'parentbased_always_on',
  ratio: 1,
})

/** A span as a collector gets it, its fields by name. */
export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly failure: string | undefined
  readonly fields: Readonly<Record<string, string | number>>
}

type OtlpAttributes = readonly {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}[]

interface OtlpSpan extends Pick<CollectedSpan, 'name' | 'traceId' | 'spanId'> {
  readonly parentSpanId?: string
  readonly status: { readonly code: number; readonly message?: string }
  readonly attributes: OtlpAttributes
}

export interface Collector {
  readonly endpoint: string
  readonly spans: readonly CollectedSpan[]
  /** The fields of each process that has sent spans, by batch. */
  readonly resources: readonly CollectedSpan['fields'][]
  /** The headers of each batch. */
  readonly headers: readonly IncomingHttpHeaders[]
  /** Everything that was sent, as it came. */
  readonly texts: readonly string[]
  close(): Promise<void>
}

/** What takes spans over OTLP/HTTP, and keeps them. */
export const startCollector = async (): Promise<Collector> => {
  const spans: CollectedSpan[] = []
  const resources: CollectedSpan['fields'][] = []
  const headers: IncomingHttpHeaders[] = []
  const texts: string[] = []
  const server = createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req.setEncoding('utf8')) text += chunk
    texts.push(text)
    headers.push(req.headers)
    const { resourceSpans } = JSON.parse(text)
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(fieldsOf(resource.attributes))
      for (const { spans: sent } of scopeSpans) spans.push(...sent.map(collected))
    }
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    headers,
    texts,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const ERROR = 2

const collected = ({ attributes, status, parentSpanId = '', ...span }: OtlpSpan): CollectedSpan => ({
  name: span.name,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId,
  failure: status.code === ERROR ? (status.message ?? '') : undefined,
  fields: fieldsOf(attributes),
})

const fieldsOf = (attributes: OtlpAttributes): CollectedSpan['fields'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const))
