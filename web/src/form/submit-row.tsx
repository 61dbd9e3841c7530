import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import type { Form } from './use-form.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

interface SubmitRowProps {
  readonly form: Form
  readonly label: string
  readonly busy: string
  /** The text while a retry is not allowed yet. @param time with its unit */
  readonly wait?: (time: string) => string
  readonly children?: ReactNode
}

/** The submit button of a form, below its error. While it has to wait it keeps the focus, and shows until when. */
export const SubmitRow = ({ form, label, busy, wait, children }: SubmitRowProps) => {
  const { login } = useTexts()
  const seconds = useSecondsUntil(form.waitUntil)
  const says = seconds === 0 ? undefined : (wait ?? login.wait)(timeOf(seconds))
  return (
    <>
      {says !== undefined && <p className="notice danger">{says}</p>}
      {form.failure !== undefined && <ErrorNotice error={form.failure} />}
      <p className="actions">
        <button
          type="submit"
          className="primary"
          aria-disabled={form.isBusy || says !== undefined}
          onClick={() => says !== undefined && announce(says)}
        >
          {form.isBusy ? busy : label}
        </button>
        {children}
      </p>
    </>
  )
}

/** A duration with unit symbols, which are the same in all languages. */
const timeOf = (seconds: number): string => (seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`)
