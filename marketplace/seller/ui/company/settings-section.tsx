/** Name, logo, description and states of the account, whether it accepts offers only from verified buyers, and which proofs of funds count. */

import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as z from 'zod/mini'
import { BRAND } from '#marketplace/kit/brand.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import {
  AreaField,
  CheckField,
  Section,
  SelectField,
  TextField,
} from '#marketplace/seller/ui/deals/fields.tsx'
import { ChooseFiles } from '#marketplace/seller/ui/upload-rows.tsx'
import { useUploads } from '#marketplace/seller/ui/use-uploads.ts'
import { POSTAL_ADDRESS_MAX_LENGTH } from '#shared/contract/installation.ts'
import { PROOF_RULES, type ProofRule } from '#shared/contract/proof-of-funds.ts'
import { type SellerCompanyWire, sellerUploadLogo } from '#shared/contract/seller-company.ts'
import { STATES } from '#shared/rules/states.ts'
import { Button } from '#shared/ui/button.tsx'

interface SettingsProps {
  store: SellerStore
  company: SellerCompanyWire
}

export function SettingsSection({ store, company }: SettingsProps) {
  const kept = settingsOf(company)
  const [title, setTitle] = useState(kept.title)
  const [about, setAbout] = useState(kept.about)
  const [postalAddress, setPostalAddress] = useState(kept.postalAddress)
  const [states, setStates] = useState(kept.states)
  const [needsId, setNeedsId] = useState(kept.needsId)
  const [proofRule, setProofRule] = useState(kept.proofRule)
  const [takesFirstContact, setTakesFirstContact] = useState(kept.takesFirstContact)
  const [hasDoubleOptIn, setDoubleOptIn] = useState(kept.hasDoubleOptIn)
  const [showsReadMarks, setShowsReadMarks] = useState(kept.showsReadMarks)
  const { isBusy, during } = useBusy()
  // The server trims them.
  const typed = {
    title: title.trim(),
    about: about.trim(),
    postalAddress: postalAddress.trim(),
    states,
    needsId,
    proofRule,
    takesFirstContact,
    hasDoubleOptIn,
    showsReadMarks,
  }
  useUnsavedWhile(JSON.stringify(typed) !== JSON.stringify(kept))
  const save = () =>
    during(
      store.company.save({
        title,
        about,
        postal_address: postalAddress,
        states,
        requires_id: needsId,
        proof_rule: proofRule,
        accepts_first_contact: takesFirstContact,
        has_double_opt_in: hasDoubleOptIn,
        shows_read_marks: showsReadMarks,
      }),
    )
  return (
    <Section title="Settings">
      <FactsLine company={company} />
      <Logo store={store} company={company} />
      <TextField label="Name" isRequired maxLength={120} value={title} onChange={setTitle} />
      <AreaField
        label="About"
        maxLength={2000}
        hint="Shown on your company page."
        value={about}
        onChange={setAbout}
      />
      <TextField
        label="Postal address"
        maxLength={POSTAL_ADDRESS_MAX_LENGTH}
        hint="Street or PO box, city, state and ZIP code. The law requires it in each marketing email, so an email blast needs it."
        value={postalAddress}
        onChange={setPostalAddress}
      />
      <StatesChoice chosen={states} onChange={setStates} />
      <CheckField
        label="Take offers only from buyers whose ID is verified"
        isChecked={needsId}
        onChange={setNeedsId}
      />
      <SelectField
        label="A proof of funds counts"
        hint="For offers, and for addresses that buyers with a proof of funds get at once."
        options={PROOF_RULE_OPTIONS}
        value={proofRule}
        onChange={(value) => setProofRule(PROOF_RULES.find((one) => one === value) ?? 'reviewed')}
      />
      <CheckField
        label="Ask imported buyers to confirm by email before they get anything (double opt-in)"
        isChecked={hasDoubleOptIn}
        onChange={setDoubleOptIn}
      />
      <CheckField
        label="Buyers may write to us first"
        hint="When this is off, a buyer can write to you only in a conversation that has begun, for example with your message or their offer."
        isChecked={takesFirstContact}
        onChange={setTakesFirstContact}
      />
      <CheckField
        label="Show buyers when their messages were read"
        isChecked={showsReadMarks}
        onChange={setShowsReadMarks}
      />
      <Button
        variant="primary"
        className="justify-self-start"
        isBusy={isBusy}
        disabled={title.trim() === ''}
        onClick={() => void save()}
      >
        Save settings
      </Button>
    </Section>
  )
}

const settingsOf = (company: SellerCompanyWire) => ({
  title: company.title,
  about: company.about ?? '',
  postalAddress: company.postal_address ?? '',
  states: company.states,
  needsId: company.requires_id,
  proofRule: company.proof_rule,
  takesFirstContact: company.accepts_first_contact,
  hasDoubleOptIn: company.has_double_opt_in,
  showsReadMarks: company.shows_read_marks,
})

const PROOF_RULE_OPTIONS = [
  { value: 'reviewed', label: `Once ${BRAND} has reviewed it` },
  { value: 'uploaded', label: 'As soon as it is uploaded' },
] as const satisfies readonly { value: ProofRule; label: string }[]

function FactsLine({ company }: Pick<SettingsProps, 'company'>) {
  const hours = company.response_time_hours
  return (
    <p className="num whitespace-normal text-sm text-text-2">
      <a href={company.url} target="_blank" rel="noreferrer" className="text-accent-text underline">
        Your company page<span className="sr-only"> (opens in a new tab)</span>
      </a>
      {company.rating == null
        ? ''
        : ` · ${company.rating.toFixed(1)} stars from ${reviewsWords(company.reviews_count)}`}
      {hours == null ? '' : ` · buyers are usually answered within ${hoursWords(hours)}`}
    </p>
  )
}

const reviewsWords = (count: number): string => (count === 1 ? '1 review' : `${count} reviews`)

const hoursWords = (hours: number): string =>
  hours < 1
    ? `${Math.max(1, Math.round(hours * 60))} minutes`
    : `${Math.ceil(hours)} ${hours <= 1 ? 'hour' : 'hours'}`

function Logo({ store, company }: SettingsProps) {
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
      {named.length === 0 ? <p className="text-sm text-text-2">None is named yet.</p> : null}
      <ul className="flex flex-wrap gap-2">
        {named.map(({ abbr, name }) => (
          <li key={abbr}>
            <Button
              size="sm"
              aria-label={`Take ${name} away`}
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
