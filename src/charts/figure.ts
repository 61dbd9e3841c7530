import { textWidth } from './inter.ts'
import type { ChartBody, Drawing } from './picture-parts.ts'
import { localNumbers } from './rules/local-text.ts'

const NUMBER_SIZE = 40
const LABEL_SIZE = 14
const HEIGHT = 100

/** One large number with its caption below. */
export const figure = ({ picture, palette, width, locale }: Drawing): ChartBody => {
  const [first] = picture.values
  const text = first === undefined || first.value === null ? '–' : localNumbers([first.value], locale)(first.value)
  const room = width - 24
  const size = Math.min(NUMBER_SIZE, Math.floor((NUMBER_SIZE * room) / Math.max(1, textWidth(text, NUMBER_SIZE, 600))))
  const mark = { type: 'text', align: 'left', x: 0, limit: room } as const
  return {
    height: HEIGHT,
    layer: [
      {
        data: { values: [{ text }] },
        mark: { ...mark, y: 20, fontSize: size, fontWeight: 600, baseline: 'middle', color: palette.text },
        encoding: { text: { field: 'text', type: 'nominal' } },
      },
      {
        data: { values: [{ text: captionOf(first?.label ?? '', picture.titles.text) }] },
        mark: { ...mark, y: 54, fontSize: LABEL_SIZE, baseline: 'middle', color: palette.muted },
        encoding: { text: { field: 'text', type: 'nominal' } },
      },
    ],
  }
}

/** The row's name and the measure. */
const captionOf = (label: string, title: string): string =>
  title.startsWith(label) ? title : [label, title].filter((part) => part !== '').join(' · ')
