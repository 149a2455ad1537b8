/** A key's name and allowed origins, new or changed, and the public keys of one that exists. */
import { type ReactNode, useState } from 'react'
import { errorAt, type FormErrors, focusWrong, formMessage, NO_ERRORS } from '#marketplace/kit/attempt.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import { KEY_LABELS, LAUNCHER_LABELS } from '#marketplace/seller/company/key-labels.ts'
import type { KeyStore } from '#marketplace/seller/company/key-store.ts'
import { AreaField, CheckField, TextField } from '#marketplace/seller/ui/deals/fields.tsx'
import { KEY_NAME_MAX_LENGTH } from '#shared/contract/key-limits.ts'
import type { ServerKeyWire } from '#shared/contract/seller-keys.ts'
import { Button } from '#shared/ui/button.tsx'

interface KeyFormProps {
  store: KeyStore
  /** Null: a new one. */
  known: ServerKeyWire | null
  onClose: () => void
  /** Instead of its buttons; one of them submits. */
  foot?: (isBusy: boolean) => ReactNode
}

export function KeyForm({ store, known, onClose, foot }: KeyFormProps) {
  const typedForm = useTypedInput()
  const [name, setName] = useState(known?.name ?? '')
  const [origins, setOrigins] = useState(known?.origins.join('\n') ?? '')
  const [areGuestsAllowed, setGuestsAllowed] = useState(true)
  const [jwks, setJwks] = useState(known?.jwks ? JSON.stringify(known.jwks, null, 2) : '')
  const { isBusy, during } = useBusy()
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS)
  const save = async () => {
    const draft = { name, origins }
    const failed = await during(
      known ? store.change(known.id, { ...draft, jwks }) : store.create({ ...draft, areGuestsAllowed }),
    )
    setErrors(failed ?? NO_ERRORS)
    if (failed === null) onClose()
    else focusWrong()
  }
  const errorOf = (field: string) => errorAt(errors, field) ?? undefined
  const placed = ['name', 'origins', ...(known ? ['jwks'] : [])]
  return (
    <form
      ref={typedForm}
      noValidate
      aria-label={known ? `Change ${known.name}` : KEY_LABELS.add}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={KEY_LABELS.name}
        hint={KEY_LABELS.nameHint}
        isRequired
        maxLength={KEY_NAME_MAX_LENGTH}
        value={name}
        error={errorOf('name')}
        onChange={setName}
      />
      <AreaField
        label={KEY_LABELS.origins}
        hint={KEY_LABELS.originsHint}
        value={origins}
        error={errorOf('origins')}
        onChange={setOrigins}
      />
      {known ? (
        <AreaField
          label={KEY_LABELS.jwks}
          hint={KEY_LABELS.jwksHint}
          value={jwks}
          error={errorOf('jwks')}
          onChange={setJwks}
        />
      ) : (
        <CheckField
          label={LAUNCHER_LABELS.guests}
          hint={LAUNCHER_LABELS.guestsHint}
          isChecked={areGuestsAllowed}
          onChange={setGuestsAllowed}
        />
      )}
      <FormProblem message={formMessage(errors, placed)} />
      {foot?.(isBusy) ?? (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {known ? KEY_LABELS.save : KEY_LABELS.add}
          </Button>
          <Button onClick={onClose}>{KEY_LABELS.cancel}</Button>
        </div>
      )}
    </form>
  )
}
