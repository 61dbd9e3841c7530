import { useState } from 'react'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { KeysContent } from './keys-content.tsx'
import { keysTexts } from './texts.ts'

/** The keys by which servers and pages ask, and what each may. */
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
