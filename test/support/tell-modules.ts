import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Preloaded into a process (`--import`): leaves the addresses of all modules that it read, as JSON, where MODULES_FILE says. */
const read: string[] = []
registerHooks({
  load(url, context, next) {
    read.push(url)
    return next(url, context)
  },
})
process.on('exit', () => writeFileSync(process.env.MODULES_FILE ?? '', JSON.stringify(read)))
