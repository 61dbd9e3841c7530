// The health check of a container: ends with 0 when the process beside it answers, with 1 otherwise.
// `healthy.mjs` asks whether it lives, `healthy.mjs ready` whether it can take questions (API) or turns (worker).
const WITHIN_MS = 4_000

/** Both kinds of process answer beside their metrics; an API without metrics answers on its own port. */
const port = /(\d+)$/.exec(process.env.TABLETALK_METRICS || process.env.PORT || '3000')?.[1]
const path = process.argv[2] === 'ready' ? '/readyz' : '/healthz'

try {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(WITHIN_MS) })
  console.log(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.log(String(error.cause ?? error))
  process.exitCode = 1
}
