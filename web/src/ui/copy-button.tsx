import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'

/** Copies a plain text, and confirms it. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  // Browsers provide the clipboard over HTTPS and on localhost only; without it the text can be selected.
  if (!('clipboard' in navigator)) return null
  return <Copies text={text} label={label} />
}

const Copies = ({ text, label }: { readonly text: string; readonly label: string }) => {
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
