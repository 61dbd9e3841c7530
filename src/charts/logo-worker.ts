import type { RasterImage } from '../manage/branding/rules/raster-image.ts'
import type { StartedCall } from '../platform/threads/thread-pool.ts'
import { drawLogo } from './draw-logo.ts'

export interface LogoCall {
  readonly bytes: Uint8Array
  readonly picture: RasterImage
}

/** Worker thread that decodes untrusted pictures off the event loop. */
export default ({ bytes, picture, startPort }: StartedCall<LogoCall>): Uint8Array | undefined => {
  startPort.postMessage(null)
  return drawLogo(bytes, picture)
}
