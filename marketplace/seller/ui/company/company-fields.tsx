/** Name, logo, description, postal address and states of the account, for its settings and for the guide of a new company. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as z from 'zod/mini'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { AreaField, SelectField, TextField, TWO_COLUMNS } from '#marketplace/seller/ui/deals/fields.tsx'
import { ChooseFiles } from '#marketplace/seller/ui/upload-rows.tsx'
import { useUploads } from '#marketplace/seller/ui/use-uploads.ts'
import { POSTAL_ADDRESS_MAX_LENGTH } from '#shared/contract/installation.ts'
import { type SellerCompanyWire, sellerUploadLogo } from '#shared/contract/seller-company.ts'
import { STATES } from '#shared/rules/states.ts'
import { einText } from '#shared/rules/validation.ts'
import { Button } from '#shared/ui/button.tsx'

interface CompanyProps {
  store: SellerStore
  company: SellerCompanyWire
}

/** What is typed of the settings. Leaving asks while it is not saved. */
export function useCompanyDraft(store: SellerStore, company: SellerCompanyWire) {
  const kept = settingsOf(company)
  const [typed, setTyped] = useState(kept)
  const { isBusy, during } = useBusy()
  // As the server writes them.
  const isDirty = JSON.stringify(trimmed(typed)) !== JSON.stringify(kept)
  useUnsavedWhile(isDirty)
  return {
    typed,
    set: (change: Partial<Settings>) => setTyped((before) => ({ ...before, ...change })),
    isNamed: typed.title.trim() !== '',
    isDirty,
    isBusy,
    async save() {
      const isDone = await during(store.company.save(typed))
      if (!isDone) focusWrong()
      return isDone
    },
  }
}

type Settings = ReturnType<typeof settingsOf>

const settingsOf = (company: SellerCompanyWire) => ({
  title: company.title,
  about: company.about ?? '',
  postal_address: company.postal_address ?? '',
  registration_state: company.registration_state ?? '',
  ein: company.ein ?? '',
  states: company.states,
  requires_id: company.requires_id,
  proof_rule: company.proof_rule,
  accepts_first_contact: company.accepts_first_contact,
  has_double_opt_in: company.has_double_opt_in,
  shows_read_marks: company.shows_read_marks,
})

const trimmed = (typed: Settings): Settings => ({
  ...typed,
  title: typed.title.trim(),
  about: typed.about.trim(),
  postal_address: typed.postal_address.trim(),
  ein: einText(typed.ein),
})

export function CompanyFields({
  store,
  company,
  draft: { typed, set },
}: CompanyProps & { draft: ReturnType<typeof useCompanyDraft> }) {
  useSignals()
  const errors = store.company.errors.value
  return (
    <>
      <Logo store={store} company={company} />
      <TextField
        label="Name"
        isRequired
        maxLength={120}
        value={typed.title}
        error={errors['settings.title']}
        onChange={(title) => set({ title })}
      />
      <AreaField
        label="About"
        maxLength={2000}
        hint="Shown on your company page."
        value={typed.about}
        error={errors['settings.about']}
        onChange={(about) => set({ about })}
      />
      <TextField
        label="Postal address"
        maxLength={POSTAL_ADDRESS_MAX_LENGTH}
        hint="Street or PO box, city, state and ZIP code. The law requires it in each marketing email, so an email blast needs it."
        value={typed.postal_address}
        error={errors['settings.postal_address']}
        onChange={(postal_address) => set({ postal_address })}
      />
      <div className={TWO_COLUMNS}>
        <SelectField
          label="State of registration"
          none="Choose a state"
          options={STATES.map(({ abbr, name }) => ({ value: abbr, label: name }))}
          value={typed.registration_state}
          error={errors['settings.registration_state']}
          onChange={(registration_state) => set({ registration_state })}
        />
        <TextField
          label="EIN"
          maxLength={10}
          hint="As 12-3456789. Our staff check both; buyers see neither."
          value={typed.ein}
          error={errors['settings.ein']}
          onChange={(ein) => set({ ein })}
        />
      </div>
      <StatesChoice chosen={typed.states} onChange={(states) => set({ states })} />
    </>
  )
}

function Logo({ store, company }: CompanyProps) {
  useSignals()
  const queue = useUploads(store.sendFile, {
    path: sellerUploadLogo.path,
    field: 'logo',
    onUploaded: (reply) => {
      const parsed = z.safeDecode(sellerUploadLogo.reply, reply as never)
      if (parsed.success) store.company.take(parsed.data.data)
    },
  })
  return (
    <div className="grid gap-2">
      <p className="font-medium text-sm">Logo</p>
      {company.logo ? (
        <div className="flex items-center gap-3">
          <img
            src={company.logo}
            alt="Your logo"
            className="size-16 rounded-md border border-line object-contain"
          />
          <Button onClick={() => void store.company.removeLogo()}>Remove the logo</Button>
        </div>
      ) : null}
      <ChooseFiles
        queue={queue}
        label={company.logo ? 'Choose another logo' : 'Choose a logo'}
        hint="or drop it here. JPEG, PNG or WebP, at most 5 MB."
        accept="image/jpeg,image/png,image/webp"
      />
    </div>
  )
}

function StatesChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (states: string[]) => void
}) {
  const left = STATES.filter(({ abbr }) => !chosen.includes(abbr)).toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )
  const named = STATES.filter(({ abbr }) => chosen.includes(abbr))
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 font-medium text-sm">States you work in</legend>
      {named.length === 0 ? <p className="text-sm text-text-2">No states yet.</p> : null}
      <ul className="flex flex-wrap gap-2">
        {named.map(({ abbr, name }) => (
          <li key={abbr}>
            <Button
              size="sm"
              aria-label={`Remove ${name}`}
              onClick={() => onChange(chosen.filter((state) => state !== abbr))}
            >
              {name} ×
            </Button>
          </li>
        ))}
      </ul>
      <select
        aria-label="Add a state"
        value=""
        onChange={(event) => onChange([...chosen, event.currentTarget.value].toSorted())}
        className="field-box w-auto! justify-self-start"
      >
        <option value="">Add a state</option>
        {left.map(({ abbr, name }) => (
          <option key={abbr} value={abbr}>
            {name}
          </option>
        ))}
      </select>
    </fieldset>
  )
}
