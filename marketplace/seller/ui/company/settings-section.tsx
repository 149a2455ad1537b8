/** What buyers see of the account, whether it accepts offers only from verified buyers, and which proofs of funds count. */
import { BRAND } from '#marketplace/kit/brand.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { CheckField, Section, SelectField } from '#marketplace/seller/ui/deals/fields.tsx'
import { PROOF_RULES, type ProofRule } from '#shared/contract/proof-of-funds.ts'
import type { SellerCompanyWire } from '#shared/contract/seller-company.ts'
import { Button } from '#shared/ui/button.tsx'
import { CompanyFields, useCompanyDraft } from './company-fields.tsx'

interface SettingsProps {
  store: SellerStore
  company: SellerCompanyWire
}

export function SettingsSection({ store, company }: SettingsProps) {
  const draft = useCompanyDraft(store, company)
  const { typed, set } = draft
  return (
    <Section title="Settings">
      <FactsLine company={company} />
      <CompanyFields store={store} company={company} draft={draft} />
      <CheckField
        label="Take offers only from buyers whose ID is verified"
        isChecked={typed.requires_id}
        onChange={(requires_id) => set({ requires_id })}
      />
      <SelectField
        label="A proof of funds counts"
        hint="For offers, and for addresses that buyers with a proof of funds get at once."
        options={PROOF_RULE_OPTIONS}
        value={typed.proof_rule}
        onChange={(value) => set({ proof_rule: PROOF_RULES.find((one) => one === value) ?? 'reviewed' })}
      />
      <CheckField
        label="Ask imported buyers to confirm by email before they get anything (double opt-in)"
        isChecked={typed.has_double_opt_in}
        onChange={(has_double_opt_in) => set({ has_double_opt_in })}
      />
      <CheckField
        label="Buyers may write to us first"
        hint="When this is off, a buyer can write to you only in a conversation that has begun, for example with your message or their offer."
        isChecked={typed.accepts_first_contact}
        onChange={(accepts_first_contact) => set({ accepts_first_contact })}
      />
      <CheckField
        label="Show buyers when their messages were read"
        isChecked={typed.shows_read_marks}
        onChange={(shows_read_marks) => set({ shows_read_marks })}
      />
      <Button
        variant="primary"
        className="justify-self-start"
        isBusy={draft.isBusy}
        disabled={!draft.isNamed}
        onClick={() => void draft.save()}
      >
        Save settings
      </Button>
    </Section>
  )
}

const PROOF_RULE_OPTIONS = [
  { value: 'reviewed', label: `Once ${BRAND} has reviewed it` },
  { value: 'uploaded', label: 'As soon as it is uploaded' },
] as const satisfies readonly { value: ProofRule; label: string }[]

function FactsLine({ company }: Pick<SettingsProps, 'company'>) {
  const hours = company.response_time_hours
  return (
    <p className="num whitespace-normal text-sm text-text-2">
      <a href={company.url} target="_blank" rel="noreferrer" className="target text-accent-text underline">
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
