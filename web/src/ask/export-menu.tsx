import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { errorOf } from '../../../clients/typescript/src/index.ts'
import { SERVICE_URL } from '../api/address.ts'
import { type Identity, readingClient, readingScope } from '../api/clients.ts'
import { authorizedFetch } from '../api/session.ts'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { errorText } from '../ui/problem-text.ts'
import { saveFile } from '../ui/save-file.ts'
import { chartUrl } from './chart-picture.tsx'

const FORMATS = ['csv', 'xlsx', 'json'] as const
type Format = (typeof FORMATS)[number]

const PICTURE = { format: 'png', width: '880', theme: 'light' }

interface ExportMenuProps {
  readonly messageId: string
  readonly part: number | undefined
  readonly identity: Identity
  /** Whether the answer has only the first rows. */
  readonly isCut: boolean
  readonly rowCount: number
  readonly chartType: string | undefined
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
  const headers = { 'X-Scope-Id': readingScope(identity) }
  const address = `${SERVICE_URL}api/v1/chat/messages/${encodeURIComponent(messageId)}`
  const download = async (url: string | URL, name: string): Promise<void> => {
    const response = await authorizedFetch(url, { headers })
    if (!response.ok) throw await errorOf(response)
    saveFile(await response.blob(), name)
  }
  const kept = async (format: Format): Promise<number> => {
    const query = new URLSearchParams({ format, ...(part === undefined ? {} : { part: String(part) }) })
    await download(`${address}/results?${query}`, `answer.${format}`)
    return rowCount
  }
  const all = async (format: Format): Promise<number> => {
    const client = readingClient(identity)
    const path = { message_id: messageId }
    const body = { format, ...(part === undefined ? {} : { part }) }
    const { data } = await client.call('post', '/api/v1/chat/messages/{message_id}/exports', { path, body })
    const { result } = await client.job(data.id)
    await download(new URL(String(result?.url), SERVICE_URL), `answer.${format}`)
    return Number(result?.row_count)
  }
  const picture = async (): Promise<undefined> => {
    const drawn = { ...PICTURE, locale: texts.language }
    await download(chartUrl({ messageId, part, type: chartType }, drawn), 'chart.png')
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
