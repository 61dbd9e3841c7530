import { type Context, type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { withDiagnostics } from './diagnostic-context.ts'
import type { Span, SpanStart, Tracing } from './tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/** Maximum number of queued spans while the collector is unavailable; further spans are dropped. */
const QUEUE_MAX = 8_192

/**
 * Sends spans to an OpenTelemetry collector by OTLP/HTTP as JSON.
 *
 * @param endpoint of the collector without the path of traces, for example `http://localhost:4318`
 * @param sendEveryMs batch interval
 */
export const otlpTracing = (endpoint: string, serviceName: string, sendEveryMs = 2_000): Tracing => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: QUEUE_MAX, scheduledDelayMillis: sendEveryMs })],
  })
  const tracer = provider.getTracer('tabletalk')
  return {
    startSpan({ name, kind, parent, startedAt, fields = {} }) {
      const options = {
        ...(kind === undefined ? {} : { kind: KINDS[kind] }),
        ...(startedAt === undefined ? {} : { startTime: startedAt }),
        attributes: { ...fields },
      }
      return wrapped(tracer.startSpan(name, options, contextOf(parent)))
    },
    within: withDiagnostics,
    close: () => provider.shutdown().catch(() => undefined),
  }
}

const contextOf = (parent: SpanStart['parent']): Context => {
  const parentContext = parent === undefined ? null : parseTraceParent(parent)
  return parentContext === null
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...parentContext, isRemote: true })
}

const wrapped = (span: OtelSpan): Span => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    // W3C Trace Context, section 3.2.
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end({ name, failure, fields = {} } = {}) {
      if (name !== undefined) span.updateName(name)
      span.setAttributes({ ...fields })
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
      span.end()
    },
  }
}
