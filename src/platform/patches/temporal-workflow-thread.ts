import v8 from 'node:v8'
import vm from 'node:vm'

/**
 * Preloaded into the workflow thread, see `temporal-worker.ts`. Two features of the SDK cause most of the cost of our workflows: a
 * time limit for each call into the sandbox, for which Node starts and ends a thread, and a stack trace of each promise for the
 * Temporal UI. Our workflows only sequence steps: they cannot run long, and their current details show their position.
 */
const { runInContext } = vm.Script.prototype

vm.Script.prototype.runInContext = function (context, { timeout: _, ...options } = {}) {
  return runInContext.call(this, context, options)
}

v8.promiseHooks.createHook = () => () => undefined
