import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { useTexts } from '../i18n/texts.tsx'
import { alert } from '../ui/announcer.tsx'
import { errorText } from '../ui/problem-text.ts'
import { type FieldErrors, fieldErrorsOf } from './field-errors.ts'

interface FormOptions<Name extends string> {
  /** Its fields, in order. */
  readonly names: readonly Name[]
  /** Validation before a request. */
  readonly check: (values: Readonly<Record<Name, string>>) => FieldErrors<Name>
  /** Sends the form. @throws TabletalkError */
  readonly send: (values: Readonly<Record<Name, string>>) => Promise<void>
  /** Maps an error to fields that the service does not name. */
  readonly place?: (error: TabletalkError) => FieldErrors<Name> | undefined
}

/** Focuses a field, and opens collapsed sections around it, which cannot take the focus otherwise. */
const focusField = (field: HTMLElement | null | undefined): void => {
  const folded = field?.closest('details')
  if (folded) folded.open = true
  field?.focus()
}

/** Form state: validates on submit, and focuses the first invalid field. */
export const useForm = <Name extends string>({ names, check, send, place }: FormOptions<Name>) => {
  const texts = useTexts()
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors<Name>>({})
  const [failure, setFailure] = useState<unknown>()
  const [waitUntil, setWaitUntil] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const [faults, setFaults] = useState(0)
  useEffect(() => {
    if (faults > 0) focusField(ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]'))
  }, [faults])

  const values = (): Readonly<Record<Name, string>> => {
    const form = new FormData(ref.current ?? undefined)
    return Object.assign({}, ...names.map((name) => ({ [name]: String(form.get(name) ?? '') })))
  }
  const refuse = (found: FieldErrors<Name>) => {
    setErrors(found)
    setFaults((count) => count + 1)
  }
  /** Runs an action that may fail, and shows its error. */
  const run = async (action: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setErrors({})
    setFailure(undefined)
    alert('')
    try {
      await action()
    } catch (failed) {
      const isDelay = failed instanceof TabletalkError && failed.status === 429 && failed.retryAfter !== undefined
      const found =
        failed instanceof TabletalkError ? (place?.(failed) ?? fieldErrorsOf(failed, names, texts)) : undefined
      if (isDelay) setWaitUntil(Date.now() + (failed.retryAfter ?? 0) * 1000)
      else if (found !== undefined) refuse(found)
      else {
        setFailure(failed)
        alert(errorText(failed, texts))
      }
    } finally {
      setBusy(false)
    }
  }
  return {
    errors,
    failure,
    waitUntil,
    isBusy,
    names,
    values,
    refuse,
    run,
    reset: () => ref.current?.reset(),
    focus: (name: Name) => focusField(ref.current?.querySelector<HTMLElement>(`[name="${name}"]`)),
    props: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        if (waitUntil !== undefined && waitUntil > Date.now()) return
        const said = values()
        const found = check(said)
        if (Object.keys(found).length > 0) refuse(found)
        else void run(() => send(said))
      },
      /** After a failed submit, fields are validated on input. */
      onInput: () => {
        if (Object.keys(errors).length === 0) return
        const found = check(values())
        setErrors(Object.assign({}, ...names.map((name) => (name in errors ? { [name]: found[name] } : {}))))
      },
    },
  }
}

export type Form = Pick<ReturnType<typeof useForm>, 'failure' | 'waitUntil' | 'isBusy'>
