import { useTexts } from '../i18n/texts.tsx'
import { usePageHeading } from './page-title.ts'

/** Shown if the code of a page failed, for example because a file of an older version is gone. */
export const CrashedPage = () => {
  const texts = useTexts()
  const heading = usePageHeading(texts.failed.unknown)
  return (
    <main className="narrow">
      <h1 ref={heading} tabIndex={-1}>
        {texts.failed.unknown}
      </h1>
      <p>{texts.failed.crashed}</p>
      <p>
        <button type="button" className="primary" onClick={() => location.reload()}>
          {texts.reload}
        </button>
      </p>
    </main>
  )
}
