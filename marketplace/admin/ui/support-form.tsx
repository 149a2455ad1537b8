/** Who answers when somebody needs help: named on the help page, in the footer and in mails. */
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { errorText } from '#marketplace/kit/error-text.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { LoadFailed } from '#marketplace/kit/ui/load-failed.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import { type AdminSupportWire, adminSetSupport, adminSupport } from '#shared/contract/admin.ts'
import { Button } from '#shared/ui/button.tsx'
import type { TabProps } from './tab-props.ts'

const FIELDS = [
  { name: 'email', label: 'Email', type: 'email', maxLength: 254 },
  { name: 'phone', label: 'Phone', type: 'tel', maxLength: 40 },
  { name: 'hours', label: 'Hours, e.g. Monday to Friday, 9 AM to 5 PM CT', type: 'text', maxLength: 120 },
] as const

export function SupportForm({ api }: TabProps) {
  const typedForm = useTypedInput()
  const [contact, setContact] = useState<AdminSupportWire | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const load = useCallback(() => {
    api(adminSupport, {}).then(
      ({ data }) => setContact(data),
      (error: unknown) => setTrouble(errorText(error)),
    )
  }, [api])
  useEffect(load, [load])
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [email, phone, hours] = FIELDS.map(({ name }) => String(fields.get(name))) as [
      string,
      string,
      string,
    ]
    setSaved(false)
    const isDone = await run(async () =>
      setContact((await api(adminSetSupport, { body: { email, phone, hours } })).data),
    )
    setSaved(isDone)
  }
  return (
    <section aria-labelledby="help-contact" className="rounded-md border border-line px-4 py-3 text-sm">
      <h2 id="help-contact" className="font-medium">
        Help contact
      </h2>
      <p className="mt-1 text-text-2">
        Shown on the help page, in the footer and in emails.
        {contact?.is_preset ? ' Not set here: the server’s settings are used.' : ''} Leave all three empty to
        use the server’s settings.
      </p>
      {contact ? (
        <form
          key={JSON.stringify(contact)}
          ref={typedForm}
          onSubmit={(event) => void save(event)}
          className="mt-3 grid max-w-100 gap-3"
        >
          {FIELDS.map(({ label, name, ...input }) => (
            <label key={name} className="grid gap-1">
              {label}
              <input
                {...marks(name)}
                {...input}
                name={name}
                defaultValue={contact[name] ?? ''}
                className="field-box"
              />
            </label>
          ))}
          <FormProblem id={problemId} message={errorMessage} />
          <Button type="submit" variant="primary" isBusy={isBusy} className="justify-self-start">
            Save contact
          </Button>
        </form>
      ) : trouble === null ? null : (
        <LoadFailed onRetry={load}>{trouble}</LoadFailed>
      )}
      <p role="status" className="mt-2 text-text-2 empty:sr-only">
        {isSaved ? 'Saved' : ''}
      </p>
    </section>
  )
}
