import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'

/** Copies a plain text, and says that it did. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  // Browsers give the clipboard to pages over HTTPS and of this machine only; elsewhere the text is selected by hand.
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
