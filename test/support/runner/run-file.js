import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import circus from 'jest-circus/runner'

const require = createRequire(import.meta.url)
const ADAPTER = createRequire(require.resolve('jest-circus/runner')).resolve('./jestAdapterInit.js')
const GLOBALS = new URL('./jest-globals.js', import.meta.url).href
const TESTS = new URL('../../', import.meta.url).href
/** What they keep is large and the same for all files. */
const SHARED = new Set(['contract', 'test-servers'].map((name) => new URL(`../${name}.ts`, import.meta.url).href))

/** How many files this worker has begun, and those that it has loaded: again they are loaded where tests are watched. */
let begun = 0
const loaded = new Set()

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier === '@jest/globals' ? GLOBALS : specifier, context)
    const beginsAnew = found.url.startsWith(TESTS) && context.parentURL?.startsWith(TESTS) && !SHARED.has(found.url)
    return beginsAnew && !found.url.includes('?') ? { ...found, url: `${found.url}?file=${begun}` } : found
  },
})

/**
 * Runs a file of tests with jest's own `describe`, `it` and `expect`, but lets Node load it, as it loads the product.
 * Jest would evaluate each module anew for each file, in a context whose globals are slow: libraries and the product are
 * loaded once in a worker, and only what lies in `test/` begins anew with each file, servers that it keeps among it.
 */
export default async (globalConfig, config, environment, runtime, testPath, send) => {
  begun++
  // What circus knows of the file before.
  delete require.cache[ADAPTER]
  // Jest's own formatter reads the source maps of all files of a stack anew for each file of tests, and keeps them: Node
  // moves nothing when it strips types.
  Error.prepareStackTrace = undefined
  delete globalThis[Symbol.for('EVENT_HANDLERS')]
  delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')]
  globalThis.jest = runtime.jestGlobals.jestObjectFor(testPath)
  runtime.requireInternalModule = require
  runtime.unstable_shouldLoadAsEsm = () => true
  runtime.unstable_importModule = async (path) => {
    const url = pathToFileURL(path).href
    const again = loaded.has(url) ? `?file=${begun}` : ''
    loaded.add(url)
    return await import(`${url}${again}`)
  }
  return await circus.default(globalConfig, config, environment, runtime, testPath, send)
}
