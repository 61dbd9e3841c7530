import { useState } from 'preact/hooks'
import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { useView } from './context.ts'

/** Long enough for the browser to read a file, after the task that offers it. */
const FILE_MS = 60_000

/** Downloads the rows of an answer. It disappears when the key does not allow this. */
export const CsvButton = ({ messageId, part }: { readonly messageId: string; readonly part: number }) => {
  const { chat, locale } = useView()
  const [failed, setFailed] = useState(false)
  const download = async () => {
    setFailed(false)
    try {
      saveFile(await chat.service.csv(messageId, part), 'answer.csv')
    } catch (error) {
      if (error instanceof TabletalkError && error.status === 403) chat.forbidExport()
      else setFailed(true)
    }
  }
  return (
    <>
      {failed && <span>{locale.texts.notSaved}</span>}
      <button type="button" class="quiet" aria-label={locale.texts.csv} onClick={() => void download()}>
        CSV
      </button>
    </>
  )
}

const saveFile = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_MS)
}
