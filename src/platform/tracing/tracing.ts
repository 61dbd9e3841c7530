/** What a span says of what it was spent on: ids, names and numbers; never a question, a row, a tenant or a key. */
export type SpanFields = Readonly<Record<string, string | number>>

export interface SpanStart {
  readonly name: string
  /** Whether somebody else asked for it, or it asks somebody else; neither by default. */
  readonly kind?: 'server' | 'client'
  /** The span that it is a part of, as W3C `traceparent`. One that is none, or absent, begins a trace. */
  readonly parent?: string | undefined
  /** Now, where absent. */
  readonly startedAt?: Date
  readonly fields?: SpanFields
}

export interface SpanEnd {
  /** In place of the first one. */
  readonly name?: string
  /** With what it failed, where it did. */
  readonly failure?: string | undefined
  readonly fields?: SpanFields
}

/** A stretch of time that is being spent. */
export interface Span {
  /** By which others are its parts, in this process or another; undefined where nothing is traced. */
  readonly traceparent: string | undefined
  end(end?: SpanEnd): void
}

/** Where spans go. */
export interface Tracing {
  begin(start: SpanStart): Span
  /** Sends what is still here. */
  close(): Promise<void>
}

const NO_SPAN: Span = { traceparent: undefined, end: () => undefined }

/** Of a service that nobody traces. */
export const noTracing: Tracing = { begin: () => NO_SPAN, close: async () => undefined }
