import type { DrawCall } from '../../src/charts/draw-worker.ts'
import type { StartedCall } from '../../src/platform/threads/thread-pool.ts'

/** Starts a drawing and never ends it. */
export default ({ startPort }: StartedCall<DrawCall>): void => {
  startPort.postMessage(null)
  for (;;);
}
