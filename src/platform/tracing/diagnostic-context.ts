import { AsyncLocalStorage } from 'node:async_hooks'

/** What the log lines and spans of one request, or of one attempt of a step, have in common. */
export interface DiagnosticContext {
  /** `X-Request-ID` of the request; in a step, of the request that started the turn. */
  readonly requestId?: string | undefined
  readonly turnId?: string | undefined
  readonly organizationId?: number | undefined
  /** The current span as W3C `traceparent`: the parent of spans that begin now. */
  readonly traceparent?: string | undefined
}

/** A request learns its organization and its turn while it is handled, so its context is replaced in place. */
const storage = new AsyncLocalStorage<{ context: DiagnosticContext } | undefined>()

/** Runs work, also asynchronous work, in a context of its own. */
export const withDiagnostics = <Result>(context: DiagnosticContext, work: () => Result): Result =>
  storage.run({ context }, work)

/** Runs work that outlives the request or step that happens to begin it, such as a timer that all of them share. */
export const withoutDiagnostics = <Result>(work: () => Result): Result => storage.run(undefined, work)

/** The context of the running code; empty outside of requests and steps. */
export const currentDiagnostics = (): DiagnosticContext => storage.getStore()?.context ?? {}

/** Adds what has become known; does nothing outside of requests and steps. */
export const addDiagnostics = (known: DiagnosticContext): void => {
  const stored = storage.getStore()
  if (stored !== undefined) stored.context = { ...stored.context, ...known }
}

/** `00-<trace id>-<span id>-<flags>`: W3C Trace Context, section 3.2. */
const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** The fields of the current context in a log line; those of the trace are named as OpenTelemetry names them in logs. */
export const diagnosticFields = (): Readonly<Record<string, string | number | undefined>> => {
  const { traceparent = '', ...ids } = currentDiagnostics()
  const [, trace_id, span_id, trace_flags] = TRACEPARENT.exec(traceparent) ?? []
  return trace_id === undefined ? ids : { ...ids, trace_id, span_id, trace_flags }
}
