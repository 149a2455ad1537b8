/** How the launcher of a key looks, where it appears, and what it asks visitors without a login. */
import { useState } from 'react'
import { errorAt, type FormErrors, focusWrong, formMessage, NO_ERRORS } from '#marketplace/kit/attempt.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import { KEY_LABELS, LAUNCHER_LABELS } from '#marketplace/seller/company/key-labels.ts'
import type { KeyStore } from '#marketplace/seller/company/key-store.ts'
import { type LauncherDraft, launcherDraft, usualHours } from '#marketplace/seller/company/launcher-draft.ts'
import {
  AreaField,
  CheckField,
  SelectField,
  TextField,
  TWO_COLUMNS,
} from '#marketplace/seller/ui/deals/fields.tsx'
import { CONSENT_MAX_LENGTH, CORNERS, GREETING_MAX_LENGTH } from '#shared/contract/key-limits.ts'
import { CONTACTS, type ServerKeyWire } from '#shared/contract/seller-keys.ts'
import { Button } from '#shared/ui/button.tsx'
import { HoursFields } from './hours-fields.tsx'

interface LauncherFormProps {
  store: KeyStore
  known: ServerKeyWire
  onClose: () => void
}

export function LauncherForm({ store, known, onClose }: LauncherFormProps) {
  const typedForm = useTypedInput()
  const [draft, setDraft] = useState(() => launcherDraft(known))
  const { isBusy, during } = useBusy()
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS)
  const set = (change: Partial<LauncherDraft>) => setDraft((before) => ({ ...before, ...change }))
  const errorOf = (field: string) => errorAt(errors, field) ?? undefined
  const placed = [
    'greeting',
    'accent',
    'pages',
    ...(draft.areGuestsAllowed ? ['consent'] : []),
    ...(draft.hours === null ? [] : ['hours']),
  ]
  const save = async () => {
    const failed = await during(store.changeLauncher(known.id, draft))
    setErrors(failed ?? NO_ERRORS)
    if (failed === null) onClose()
    else focusWrong()
  }
  return (
    <form
      ref={typedForm}
      noValidate
      aria-label={LAUNCHER_LABELS.formOf(known.name)}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className="font-medium">{LAUNCHER_LABELS.formOf(known.name)}</p>
      <CheckField
        label={LAUNCHER_LABELS.guests}
        hint={LAUNCHER_LABELS.guestsHint}
        isChecked={draft.areGuestsAllowed}
        onChange={(areGuestsAllowed) => set({ areGuestsAllowed })}
      />
      <AreaField
        label={LAUNCHER_LABELS.greeting}
        hint={LAUNCHER_LABELS.greetingHint}
        maxLength={GREETING_MAX_LENGTH}
        value={draft.greeting}
        error={errorOf('greeting')}
        onChange={(greeting) => set({ greeting })}
      />
      {draft.areGuestsAllowed ? <GuestFields draft={draft} errorOf={errorOf} onChange={set} /> : null}
      <Look draft={draft} errorOf={errorOf} onChange={set} />
      <CheckField
        label={LAUNCHER_LABELS.hours}
        hint={LAUNCHER_LABELS.hoursHint}
        isChecked={draft.hours !== null}
        onChange={(isOn) => set({ hours: isOn ? usualHours(ownTimeZone()) : null })}
      />
      {draft.hours === null ? null : (
        <HoursFields hours={draft.hours} error={errorOf('hours')} onChange={(hours) => set({ hours })} />
      )}
      <FormProblem message={formMessage(errors, placed)} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {KEY_LABELS.save}
        </Button>
        <Button onClick={onClose}>{KEY_LABELS.cancel}</Button>
      </div>
    </form>
  )
}

interface PartProps {
  draft: LauncherDraft
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<LauncherDraft>) => void
}

function GuestFields({ draft, errorOf, onChange }: PartProps) {
  return (
    <>
      <SelectField
        label={LAUNCHER_LABELS.contact}
        value={draft.contact}
        options={CONTACTS.map((value) => ({ value, label: LAUNCHER_LABELS.contacts[value] }))}
        onChange={(wanted) =>
          onChange({ contact: CONTACTS.find((known) => known === wanted) ?? CONTACTS[0] })
        }
      />
      <AreaField
        label={LAUNCHER_LABELS.consent}
        hint={LAUNCHER_LABELS.consentHint}
        maxLength={CONSENT_MAX_LENGTH}
        value={draft.consent}
        error={errorOf('consent')}
        onChange={(consent) => onChange({ consent })}
      />
    </>
  )
}

function Look({ draft, errorOf, onChange }: PartProps) {
  return (
    <>
      <div className={TWO_COLUMNS}>
        <SelectField
          label={LAUNCHER_LABELS.corner}
          value={draft.corner}
          options={CORNERS.map((value) => ({ value, label: LAUNCHER_LABELS.corners[value] }))}
          onChange={(wanted) => onChange({ corner: CORNERS.find((known) => known === wanted) ?? CORNERS[0] })}
        />
        <TextField
          label={LAUNCHER_LABELS.accent}
          hint={LAUNCHER_LABELS.accentHint}
          maxLength={'#rrggbb'.length}
          value={draft.accent}
          error={errorOf('accent')}
          onChange={(accent) => onChange({ accent })}
        />
      </div>
      <AreaField
        label={LAUNCHER_LABELS.pages}
        hint={LAUNCHER_LABELS.pagesHint}
        value={draft.pages}
        error={errorOf('pages')}
        onChange={(pages) => onChange({ pages })}
      />
    </>
  )
}

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
