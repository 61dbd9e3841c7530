import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useForm } from '../form/use-form.ts'
import { ChoiceField, Field } from '../ui/field.tsx'
import { ACTION_CHOICES, actionText } from './audit-words.ts'
import { auditTexts } from './texts.ts'

const NAMES = ['actor', 'action', 'subject', 'from', 'to'] as const
const KINDS = ['user', 'key', 'command', 'service', 'processor'] as const

/** With the value in the URL, if the list lacks it. */
const choicesWith = (
  choices: readonly (readonly [string, string])[],
  asked: string | undefined,
  label: (asked: string) => string,
) =>
  asked === undefined || choices.some(([value]) => value === asked)
    ? choices
    : [...choices, [asked, label(asked)] as const]

/** The filter of entries, stored in the URL. */
export const FilterForm = () => {
  const asked = useSearch({ from: '/logged-in/audit' })
  const navigate = useNavigate()
  const form = useForm({
    names: NAMES,
    check: ({ from, to }) => (from !== '' && to !== '' && to < from ? { to: auditTexts.toBeforeFrom } : {}),
    send: async (values) => {
      const search = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
      await navigate({ to: '/audit', search })
    },
  })
  const actors = choicesWith(
    [['', auditTexts.anyone], ...KINDS.map((kind) => [kind, auditTexts.actors[kind]] as const)],
    asked.actor,
    String,
  )
  const actions = choicesWith([['', auditTexts.anything], ...ACTION_CHOICES], asked.action, actionText)
  return (
    <form {...form.props} className="tools filter">
      <ChoiceField label={auditTexts.actor} name="actor" choices={actors} defaultValue={asked.actor} />
      <ChoiceField label={auditTexts.action} name="action" choices={actions} defaultValue={asked.action} />
      <Field
        label={auditTexts.subject}
        name="subject"
        autoComplete="off"
        defaultValue={asked.subject}
        maxLength={255}
      />
      <Field label={auditTexts.from} name="from" type="date" defaultValue={asked.from} />
      <Field label={auditTexts.to} error={form.errors.to} name="to" type="date" defaultValue={asked.to} />
      <button type="submit" className="primary">
        {auditTexts.filter}
      </button>
      {Object.keys(asked).length > 0 && (
        <Link to="/audit" search={{}}>
          {auditTexts.clear}
        </Link>
      )}
    </form>
  )
}
