import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Context, type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { tabletalkVersion } from '../tabletalk-version.ts'
import { currentDiagnostics, withDiagnostics } from './diagnostic-context.ts'
import type { SAMPLERS, Span, SpanStart, Tracing } from './tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/** Maximum number of queued spans while the collector is unavailable; further spans are dropped. */
const QUEUE_MAX = 8_192

/** Where spans go, and which: the variables of OpenTelemetry that its library does not read itself. */
export interface TraceSettings {
  /** Of the collector without the path of traces, for example `http://localhost:4318`. */
  readonly endpoint: string
  readonly serviceName: string
  readonly sampler: (typeof SAMPLERS)[number]
  /** The share of traces that a sampler by ratio takes, from 0 to 1. */
  readonly ratio: number
}

/**
 * Sends spans to an OpenTelemetry collector by OTLP/HTTP as JSON. The library reads `OTEL_RESOURCE_ATTRIBUTES`,
 * `OTEL_EXPORTER_OTLP_HEADERS` and other settings of the exporter.
 *
 * @param sendEveryMs batch interval
 */
export const otlpTracing = (settings: TraceSettings, sendEveryMs = 2_000): Tracing => {
  const exporter = new OTLPTraceExporter({ url: `${settings.endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceOf(settings),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: QUEUE_MAX, scheduledDelayMillis: sendEveryMs })],
  })
  const tracer = provider.getTracer('tabletalk', tabletalkVersion())
  const startSpan = ({ name, kind, parent, startedAt, fields = {} }: SpanStart): Span => {
    const options = {
      ...(kind === undefined ? {} : { kind: KINDS[kind] }),
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
      attributes: { ...fields },
    }
    return wrapped(tracer.startSpan(name, options, contextOf(parent)))
  }
  return {
    isEnabled: true,
    startSpan,
    startCall(start) {
      const { traceparent: parent } = currentDiagnostics()
      return parent === undefined ? undefined : startSpan({ ...start, kind: 'client', parent })
    },
    within: withDiagnostics,
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** The process; attributes of the environment are preferred. */
const resourceOf = ({ serviceName }: TraceSettings): Resource =>
  resourceFromAttributes({
    'service.name': serviceName,
    'service.version': tabletalkVersion(),
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
  }).merge(detectResources({ detectors: [envDetector] }))

const PARENT_BASED = 'parentbased_'

const samplerOf = ({ sampler, ratio }: TraceSettings): Sampler => {
  const root = sampler.endsWith('traceidratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith('always_on')
      ? new AlwaysOnSampler()
      : new AlwaysOffSampler()
  return sampler.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root
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
      if (failure !== undefined) {
        span.setAttribute('error.type', failure)
        span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
      }
      span.end()
    },
  }
}
