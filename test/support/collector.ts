import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a collector gets it, its fields by name. */
export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly failure: string | undefined
  readonly fields: Readonly<Record<string, string | number>>
}

interface OtlpSpan extends Pick<CollectedSpan, 'name' | 'traceId' | 'spanId'> {
  readonly parentSpanId?: string
  readonly status: { readonly code: number; readonly message?: string }
  readonly attributes: readonly {
    readonly key: string
    readonly value: { readonly stringValue?: string; readonly intValue?: number }
  }[]
}

export interface Collector {
  readonly endpoint: string
  readonly spans: readonly CollectedSpan[]
  /** Everything that was sent, as it came. */
  readonly texts: readonly string[]
  close(): Promise<void>
}

/** What takes spans over OTLP/HTTP, and keeps them. */
export const startCollector = async (): Promise<Collector> => {
  const spans: CollectedSpan[] = []
  const texts: string[] = []
  const server = createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req.setEncoding('utf8')) text += chunk
    texts.push(text)
    const { resourceSpans } = JSON.parse(text)
    for (const { scopeSpans } of resourceSpans)
      for (const { spans: sent } of scopeSpans) spans.push(...sent.map(collected))
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
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
  fields: Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
  ),
})
