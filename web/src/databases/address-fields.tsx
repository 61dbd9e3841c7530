import type { FieldErrors } from '../form/field-errors.ts'
import { ChoiceField, Field, TextField } from '../ui/field.tsx'
import type { AddressField } from './address.ts'
import type { EngineForm } from './engines.ts'
import { databasesTexts } from './texts.ts'

const { form: says } = databasesTexts

interface AddressFieldsProps {
  readonly engine: EngineForm
  readonly errors: FieldErrors<AddressField>
}

/** Fields for the address and user of a database: a file, or a server. */
export const AddressFields = ({ engine, errors }: AddressFieldsProps) => {
  if (engine.isFile)
    return (
      <Field
        label={says.file}
        hint={says.fileHint}
        error={errors.url}
        name="url"
        autoComplete="off"
        spellCheck={false}
        required
      />
    )
  return (
    <>
      <div className="field-row">
        <Field
          label={says.host}
          error={errors['connection.host']}
          name="connection.host"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Field
          label={says.port}
          error={errors['connection.port']}
          name="connection.port"
          inputMode="numeric"
          placeholder={String(engine.port ?? '')}
          autoComplete="off"
        />
      </div>
      <Field
        label={says.database}
        error={errors['connection.database']}
        name="connection.database"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <div className="field-row even">
        <Field
          label={says.user}
          hint={says.userHint}
          error={errors['connection.user']}
          name="connection.user"
          autoComplete="off"
          spellCheck={false}
        />
        <Field
          label={says.password}
          hint={says.passwordHint}
          error={errors['connection.password']}
          name="connection.password"
          type="password"
          autoComplete="off"
        />
      </div>
      {engine.takesEncryption && (
        <details>
          <summary>{says.encryption}</summary>
          <ChoiceField
            label={says.encryption}
            error={errors['connection.sslmode']}
            name="connection.sslmode"
            choices={Object.entries(says.encryptions)}
          />
          <TextField
            label={says.authority}
            hint={says.authorityHint}
            error={errors['connection.ca']}
            name="connection.ca"
            spellCheck={false}
          />
        </details>
      )}
    </>
  )
}
