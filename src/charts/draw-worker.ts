import type { StartedCall } from '../platform/threads/thread-pool.ts'
import { drawPng } from './draw-png.ts'
import { drawSvg } from './draw-svg.ts'
import type { Drawing } from './picture-parts.ts'

type ChartFormat = 'svg' | 'png'

export interface DrawCall {
  readonly drawing: Drawing
  readonly format: ChartFormat
}

export type DrawResult =
  | { readonly kind: 'drawn'; readonly bytes: Uint8Array }
  /** The library's message for a picture that it cannot draw: a bug of ours. */
  | { readonly kind: 'failed'; readonly message: string }

/** Worker thread that renders charts off the event loop. */
export default async ({ drawing, format, startPort }: StartedCall<DrawCall>): Promise<DrawResult> => {
  startPort.postMessage(null)
  try {
    const svg = await drawSvg(format === 'png' ? { ...drawing, locale: withLatinDigits(drawing.locale) } : drawing)
    return { kind: 'drawn', bytes: format === 'png' ? drawPng(svg) : Buffer.from(svg) }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

/** The PNG font has Latin digits only. */
const withLatinDigits = (locale: string): string => new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
