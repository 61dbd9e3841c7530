import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/texts.tsx'
import { usePageHeading } from './page-title.ts'

export const NotFoundPage = () => {
  const { notFound } = useTexts()
  const heading = usePageHeading(notFound.title)
  return (
    <main className="narrow">
      <h1 ref={heading} tabIndex={-1}>
        {notFound.title}
      </h1>
      <p>{notFound.text}</p>
      <p>
        <Link to="/ask/{-$conversation}" params={{ conversation: undefined }}>
          {notFound.back}
        </Link>
      </p>
    </main>
  )
}
