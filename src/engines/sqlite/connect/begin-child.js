import { registerHooks } from 'node:module'

/**
 * Begins the process of `child.ts` with the JavaScript that its parent sends first (`child-modules.ts`). Itself in JavaScript,
 * for Node needs longer to be ready for TypeScript than for all else that this process does before its first statement.
 */
process.once('message', async ({ entry, modules }) => {
  registerHooks({
    load: (url, context, next) =>
      Object.hasOwn(modules, url) ? { format: 'module', source: modules[url], shortCircuit: true } : next(url, context),
  })
  // Jobs that arrive meanwhile wait in the channel until `child.ts` listens.
  await import(entry)
})
