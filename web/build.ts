import { createProgress } from '../src/local/progress.ts'
import { currentPortal } from '../src/process/portal.ts'

console.log(await currentPortal({ progress: createProgress(process.stderr) }))
