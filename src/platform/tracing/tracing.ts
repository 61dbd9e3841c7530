import { type DiagnosticContext, withDiagnostics } from './diagnostic-context.ts'

/** Attributes of a span: ids, names and numbers; never a question, a row, a tenant or a key. */
export type SpanFields = Readonly<Record<string, string | number>>

/** The samplers of OpenTelemetry's `OTEL_TRACES_SAMPLER`. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface SpanStart {
  readonly name: string
  /** `server`: handles a remote request; `client`: makes one; absent: internal. */
  readonly kind?: 'server' | 'client'
  /** The parent span as W3C `traceparent`; if it is absent or invalid, a new trace is started. */
  readonly parent?: string | undefined
  /** Default: now. */
  readonly startedAt?: Date
  readonly fields?: SpanFields
}

interface SpanEnd {
  /** Replaces the name of the start. */
  readonly name?: string
  /** The type of the error, if it failed: the name of a problem, a status or a code. */
  readonly failure?: string | undefined
  readonly fields?: SpanFields
}

export interface Span {
  /** The parent of child spans, also in other processes; undefined without tracing. */
  readonly traceparent: string | undefined
  end(end?: SpanEnd): void
}

/** Creates spans and exports them. */
export interface Tracing {
  /** Whether spans are exported: without it, libraries are not asked to report their calls. */
  readonly isEnabled: boolean
  startSpan(start: SpanStart): Span
  /** A span of a call below that of the running request or step; undefined outside of these, and without tracing. */
  startCall(start: Pick<SpanStart, 'name' | 'fields'>): Span | undefined
  /** Runs work whose log lines have these ids, and whose calls are below this span; also without tracing. */
  within<Result>(context: DiagnosticContext, work: () => Result): Result
  /** Exports queued spans. */
  close(): Promise<void>
}

const NO_SPAN: Span = { traceparent: undefined, end: () => undefined }

/** Tracing without a collector. */
export const noTracing: Tracing = {
  isEnabled: false,
  startSpan: () => NO_SPAN,
  startCall: () => undefined,
  within: withDiagnostics,
  close: async () => undefined,
}
