import { useEffect, useRef, useState } from 'preact/hooks'
import { useView } from './context.ts'

const [WIDTH_MIN, WIDTH_MAX, WIDTH_STEP] = [280, 760, 40]

interface ChartPictureProps {
  readonly messageId: string
  /** Counted from 0. */
  readonly part: number
  readonly alt: string
}

/** The service's drawing of a chart, in the available width. */
export const ChartPicture = ({ messageId, part, alt }: ChartPictureProps) => {
  const { chat, isDark, locale } = useView()
  const frame = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const theme = isDark ? 'dark' : 'brand'
  useEffect(() => {
    const room = frame.current?.clientWidth ?? WIDTH_MAX
    const width = Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, Math.floor(room / WIDTH_STEP) * WIDTH_STEP))
    let isShown = true
    chat.service.chart(messageId, part, { theme, width: String(width), locale: locale.tag }).then(
      (drawing) => isShown && frame.current?.replaceChildren(document.importNode(drawing, true)),
      () => isShown && setFailed(true),
    )
    return () => {
      isShown = false
    }
  }, [chat, messageId, part, theme, locale.tag])
  if (failed) return <p class="hint">{locale.texts.chartFailed}</p>
  return <div class="chart" ref={frame} role="img" aria-label={alt} />
}
