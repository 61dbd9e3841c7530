import { createProgress } from '../src/local/progress.ts'
import { currentPortal } from '../src/platform/process/portal.ts'

console.log(await currentPortal({ progress: createProgress(process.stderr) }))
