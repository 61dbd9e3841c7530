import { useState } from 'react'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { KeysContent } from './keys-content.tsx'
import { keysTexts } from './texts.ts'

/** API keys and their permissions. */
export const KeysPage = () => {
  const { pages } = useTexts()
  const [isAdding, setAdding] = useState(false)
  return (
    <ManagePage
      title={pages.keys}
      action={
        <button type="button" className="primary" onClick={() => setAdding(true)}>
          {keysTexts.add}
        </button>
      }
    >
      <KeysContent isAdding={isAdding} onAddingEnd={() => setAdding(false)} />
    </ManagePage>
  )
}
