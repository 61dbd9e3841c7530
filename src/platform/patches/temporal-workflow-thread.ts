import v8 from 'node:v8'
import vm from 'node:vm'

/**
 * Loaded into the thread of the workflows before anything else, see `temporal-worker.ts`. Two things that the SDK does
 * for workflows of any kind are most of what ours cost: a time limit for every call into the sandbox, which Node keeps
 * with a thread that it starts and ends for each, and a stack trace of every promise, in case somebody asks the Temporal
 * UI where a workflow waits. Ours only say what comes next: they cannot run long, and their details say where they are.
 */
const { runInContext } = vm.Script.prototype

vm.Script.prototype.runInContext = function (context, { timeout: _, ...options } = {}) {
  return runInContext.call(this, context, options)
}

v8.promiseHooks.createHook = () => () => undefined
