import { registerHooks } from 'node:module'
import { constants, setPriority } from 'node:os'

// Of this thread, which runs the statements: endless ones must not slow down the service.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/**
 * Starts `child.ts` from JavaScript that the parent sends first (`child-modules.ts`). Written in JavaScript because loading
 * Node's TypeScript support takes longer than everything else before the first statement.
 */
process.once('message', async ({ entry, modules }) => {
  registerHooks({
    load: (url, context, next) =>
      Object.hasOwn(modules, url) ? { format: 'module', source: modules[url], shortCircuit: true } : next(url, context),
  })
  // Jobs that arrive meanwhile stay in the channel until `child.ts` listens.
  await import(entry)
})
