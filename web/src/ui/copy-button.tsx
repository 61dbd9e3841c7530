import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'

/** Copies a plain text, and says that it did. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { copied } = useTexts()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <button type="button" className="quiet" onClick={() => void copy()} onBlur={() => setCopied(false)}>
      {isCopied ? copied : label}
    </button>
  )
}
