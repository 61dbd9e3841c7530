// The health check of a container: exits with 0 if the process of the container responds, with 1 otherwise.
// `healthy.mjs` requests /healthz; `healthy.mjs ready` requests /readyz: whether it can take questions (API) or turns (worker).
const WITHIN_MS = 4_000

/** API and worker serve these paths on the port of their metrics; an API without metrics on its own port. */
const port = /(\d+)$/.exec(process.env.TABLETALK_METRICS || process.env.PORT || '3000')?.[1]
const path = process.argv[2] === 'ready' ? '/readyz' : '/healthz'

try {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(WITHIN_MS) })
  console.log(await response.text())
  process.exitCode = response.ok ? 0 : 1
} catch (error) {
  console.log(String(error.cause ?? error))
  process.exitCode = 1
}
