import { useEffect, useRef } from 'react'
import { useTexts } from '../i18n/texts.tsx'

/** Sets the title of the page, and focuses its heading, so that screen readers announce the page. */
export const usePageHeading = (title: string) => {
  const texts = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${texts.app}`
  }, [title, texts])
  useEffect(() => heading.current?.focus(), [])
  return heading
}
