import { type DiagnosticContext, withDiagnostics } from './diagnostic-context.ts'

/** Attributes of a span: ids, names and numbers; never a question, a row, a tenant or a key. */
type SpanFields = Readonly<Record<string, string | number>>

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
  /** The error, if it failed. */
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
  startSpan(start: SpanStart): Span
  /** Runs work whose log lines have these ids; also without a collector. */
  within<Result>(context: DiagnosticContext, work: () => Result): Result
  /** Exports queued spans. */
  close(): Promise<void>
}

const NO_SPAN: Span = { traceparent: undefined, end: () => undefined }

/** Tracing without a collector. */
export const noTracing: Tracing = { startSpan: () => NO_SPAN, within: withDiagnostics, close: async () => undefined }
