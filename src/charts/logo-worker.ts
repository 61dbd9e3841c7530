import type { RasterPicture } from '../manage/branding/rules/raster-picture.ts'
import type { WithBegun } from '../platform/threads/thread-pool.ts'
import { drawLogo } from './draw-logo.ts'

export interface LogoCall {
  readonly bytes: Uint8Array
  readonly picture: RasterPicture
}

/** Worker thread that decodes untrusted pictures off the event loop. */
export default ({ bytes, picture, begun }: WithBegun<LogoCall>): Uint8Array | undefined => {
  begun.postMessage(null)
  return drawLogo(bytes, picture)
}
