import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useForm } from '../form/use-form.ts'
import { Field } from '../ui/field.tsx'
import { DAYS_MAX, daysIn, presetsAt } from './days.ts'
import { usageTexts } from './texts.ts'

interface RangeFormProps {
  /** First day of the range. */
  readonly from: string
  readonly to: string
}

const PRESETS = ['period', 'thisMonth', 'lastMonth', 'last90'] as const

const isDay = (text: string): boolean => !Number.isNaN(Date.parse(text))

/** The range of days, stored in the URL. */
export const RangeForm = ({ from, to }: RangeFormProps) => {
  const asked = useSearch({ from: '/logged-in/usage' })
  const navigate = useNavigate()
  const presets = presetsAt(Date.now())
  const form = useForm({
    names: ['from', 'to'],
    check: (range) => {
      const missing = {
        ...(isDay(range.from) ? {} : { from: usageTexts.dayInvalid }),
        ...(isDay(range.to) ? {} : { to: usageTexts.dayInvalid }),
      }
      if (Object.keys(missing).length > 0) return missing
      const days = daysIn(range.from, range.to)
      return days < 1 ? { to: usageTexts.toBeforeFrom } : days > DAYS_MAX ? { from: usageTexts.tooLong } : {}
    },
    send: async (range) => await navigate({ to: '/usage', search: { ...asked, ...range } }),
  })
  return (
    <nav aria-label={usageTexts.range} className="range">
      <ul>
        {PRESETS.map((name) => {
          const preset: { from?: string; to?: string } = presets[name]
          return (
            <li key={name}>
              <Link
                to="/usage"
                search={{ ...preset, ...(asked.by === undefined ? {} : { by: asked.by }) }}
                activeOptions={{ exact: true, includeSearch: true }}
              >
                {usageTexts.presets[name]}
              </Link>
            </li>
          )
        })}
      </ul>
      <form {...form.props}>
        <Field label={usageTexts.from} error={form.errors.from} name="from" type="date" defaultValue={from} />
        <Field label={usageTexts.to} error={form.errors.to} name="to" type="date" defaultValue={to} />
        <button type="submit">{usageTexts.show}</button>
      </form>
    </nav>
  )
}
