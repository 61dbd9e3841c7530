import { keepWorkflows } from './built-workflows.ts'
import { bundleSources } from './bundle-workflows.ts'

const bundle = await bundleSources()
console.log(`${await keepWorkflows(bundle)}: ${Math.round(bundle.code.length / 1024)} KiB`)
// The SDK's native threads would keep a process that has nothing left to do.
process.exit()
