import type { FieldErrors } from '../form/field-errors.ts'
import { type Role, useRole } from '../frame/role.ts'
import { ChoiceField, Field } from '../ui/field.tsx'
import { type Person, rolesUpTo } from './person-data.ts'
import { peopleTexts } from './texts.ts'

export const PERSON_NAMES = ['email', 'name', 'role'] as const
type PersonName = (typeof PERSON_NAMES)[number]

/** Labels of a user's fields, for the error summary. */
export const personLabels = { email: peopleTexts.email, name: peopleTexts.name, role: peopleTexts.role } as const

/** Validation errors of a user. */
export const personFaults = ({ email }: { readonly email: string }): FieldErrors<PersonName> =>
  email.trim() === '' ? { email: peopleTexts.emailMissing } : {}

/** The role in a field. */
export const roleOf = (said: string): Role => (said === 'owner' || said === 'admin' ? said : 'member')

interface PersonFieldsProps {
  /** The edited user; undefined for a new one. */
  readonly person?: Person
  readonly errors: FieldErrors<PersonName>
}

export const PersonFields = ({ person, errors }: PersonFieldsProps) => (
  <>
    <Field
      label={peopleTexts.email}
      hint={person && peopleTexts.emailHint}
      error={errors.email}
      name="email"
      type="email"
      autoComplete="off"
      maxLength={254}
      defaultValue={person?.email}
      required
    />
    <Field
      label={peopleTexts.name}
      error={errors.name}
      name="name"
      autoComplete="off"
      maxLength={200}
      defaultValue={person?.name ?? ''}
    />
    <ChoiceField
      label={peopleTexts.role}
      error={errors.role}
      name="role"
      choices={rolesUpTo(useRole()).map((role) => [role, peopleTexts.roleTexts[role]] as const)}
      defaultValue={person?.role ?? 'member'}
    />
  </>
)
