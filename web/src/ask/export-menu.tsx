import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type Identity, readingClient } from '../api/clients.ts'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { errorText } from '../ui/problem-text.ts'
import { saveFile } from '../ui/save-file.ts'
import type { ChartType } from './answer-view.ts'

const FORMATS = ['csv', 'xlsx', 'json'] as const
type Format = (typeof FORMATS)[number]

const PICTURE = { format: 'png', width: 880, theme: 'light' } as const

const save = async (file: Promise<Response>, name: string): Promise<void> => saveFile(await (await file).blob(), name)

interface ExportMenuProps {
  readonly messageId: string
  readonly part: number | undefined
  readonly identity: Identity
  /** Whether the answer has only the first rows. */
  readonly isCut: boolean
  readonly rowCount: number
  readonly chartType: ChartType | undefined
  readonly hasChart: boolean
}

/** Downloads the rows of an answer: the stored rows directly, all of them by an export job. */
export const ExportMenu = (props: ExportMenuProps) => {
  const { messageId, part, identity, isCut, rowCount, chartType, hasChart } = props
  const texts = useTexts()
  const { results } = texts
  const [message, setMessage] = useState('')
  const showMessage = (text: string) => {
    setMessage(text)
    announce(text)
  }
  const saved = async (work: () => Promise<number | undefined>) => {
    setMessage(results.exporting)
    try {
      const rows = await work()
      showMessage(rows === undefined ? '' : results.exportReady(formatNumber(rows, texts), rows))
    } catch (error) {
      showMessage(`${results.exportFailed} ${errorText(error, texts)}`)
    }
  }
  const client = readingClient(identity)
  const kept = async (format: Format): Promise<number> => {
    await save(client.resultsFile(messageId, { format, part }), `answer.${format}`)
    return rowCount
  }
  const all = async (format: Format): Promise<number> => {
    const file = client.export(messageId, { format, part })
    await save(file, `answer.${format}`)
    return Number((await file).headers.get('X-Results-Rows'))
  }
  const picture = async (): Promise<undefined> => {
    const locale = texts.language
    await save(client.chart(messageId, { ...PICTURE, locale, part, type: chartType }), 'chart.png')
    return undefined
  }
  const files = FORMATS.map(
    (format): MenuEntry => ({
      key: format,
      label: isCut ? `${results.exportAll} (${format.toUpperCase()})` : format.toUpperCase(),
      onSelect: () => void saved(() => (isCut ? all(format) : kept(format))),
    }),
  )
  const pictureEntry: MenuEntry = { key: 'png', label: results.picture, onSelect: () => void saved(picture) }
  return (
    <>
      <Menu
        className="quiet export"
        trigger={
          <>
            {results.export} <ChevronDown aria-hidden="true" size={16} />
          </>
        }
        entries={[...files, ...(hasChart ? [pictureEntry] : [])]}
      />
      {message !== '' && <span className="hint">{message}</span>}
    </>
  )
}
