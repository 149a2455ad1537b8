/** The terms of an offer beside its price (checklist OFR-12). Who has nothing special to say can leave them as they are. */

import { Link } from '#marketplace/buyer/ui/link.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import {
  CONTINGENCY_WORDS,
  FINANCING_WORDS,
  hoursWords,
  type NamedEntity,
} from '#marketplace/kit/offer-labels.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Check, Choices, Select, TextArea } from '#marketplace/kit/ui/form-fields.tsx'
import { ANSWER_HOURS, OFFER_NOTE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { CONTINGENCIES, FINANCINGS } from '#shared/contract/offer-terms.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { OfferForm, OfferFormErrors } from './offer-form.ts'

export interface TermsFieldsProps {
  form: OfferForm
  errors: OfferFormErrors
  onChange: (part: Partial<OfferForm>) => void
}

export function EntityField({
  form,
  errors,
  entities,
  onChange,
}: TermsFieldsProps & { entities: readonly NamedEntity[] | null }) {
  return (
    <div className="grid gap-1">
      <Select
        label="Buying entity"
        name="entity"
        value={form.entityId === null ? '' : String(form.entityId)}
        error={errors.entityId ?? (entities === null ? 'Your LLCs and trusts could not be loaded.' : null)}
        onChange={(value) => onChange({ entityId: value === '' ? null : Number(value) })}
      >
        <option value="">Personally, in my own name</option>
        {(entities ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {form.entityId !== null && !entities?.some(({ id }) => id === form.entityId) ? (
          <option value={form.entityId}>The one chosen before</option>
        ) : null}
      </Select>
      {entities?.length === 0 ? (
        <p className="text-text-3 text-xs">
          An LLC or trust you connect to your{' '}
          <Link href="/profile/buy-box" className="underline">
            buy box
          </Link>{' '}
          can buy as well.
        </p>
      ) : null}
    </div>
  )
}

export function TermsFields({
  form,
  errors,
  onChange,
  sellerEarnestUsd,
}: TermsFieldsProps & { sellerEarnestUsd: number | null }) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sheet:grid-cols-2">
        <Select
          label="Financing"
          name="financing"
          value={form.financing}
          error={errors.financing ?? null}
          onChange={(value) => {
            const financing = FINANCINGS.find((one) => one === value)
            if (financing) onChange({ financing })
          }}
        >
          {FINANCINGS.map((financing) => (
            <option key={financing} value={financing}>
              {FINANCING_WORDS[financing]}
            </option>
          ))}
        </Select>
        <Field
          label="Closing date"
          name="closing"
          type="date"
          value={form.closingOn}
          error={errors.closingOn ?? null}
          onChange={(event) => onChange({ closingOn: event.currentTarget.value })}
        />
        <Field
          label="Earnest money"
          name="earnest"
          isMoney
          value={form.earnestMoney}
          error={errors.earnestMoney ?? null}
          onChange={(event) => onChange({ earnestMoney: event.currentTarget.value })}
        />
        <Field
          label="Inspection days"
          name="inspection"
          inputMode="numeric"
          value={form.inspectionDays}
          error={errors.inspectionDays ?? null}
          onChange={(event) => onChange({ inspectionDays: event.currentTarget.value })}
        />
      </div>
      <p className="text-sm text-text-3">{earnestWords(sellerEarnestUsd)}</p>
      <Choices
        legend="Contingencies"
        options={CONTINGENCIES.map((id) => ({ id, label: CONTINGENCY_WORDS[id] }))}
        chosen={form.contingencies}
        onChange={(contingencies) => onChange({ contingencies })}
      />
      <Check
        label="I may assign the contract to another buyer"
        isChecked={form.isAssignable}
        onChange={(isAssignable) => onChange({ isAssignable })}
      />
      <AnswerTime form={form} errors={errors} onChange={onChange} />
      <TextArea
        label="Note to the seller"
        name="note"
        value={form.note}
        maxLength={OFFER_NOTE_MAX_LENGTH}
        error={errors.note ?? null}
        onChange={(note) => onChange({ note })}
      />
    </div>
  )
}

/** The two are easily taken for each other (checklist MON-20). */
function earnestWords(sellerEarnestUsd: number | null): string {
  const asked = sellerEarnestUsd === null ? '' : `The seller asks for ${formatMoney(sellerEarnestUsd)}. `
  return `${asked}Earnest money is paid to the title company for this house. It is apart from your refundable ${BRAND} deposit, which only lets you make offers.`
}

const isUsual = (hours: string): boolean => ANSWER_HOURS.some((usual) => String(usual) === hours)

function AnswerTime({ form, errors, onChange }: TermsFieldsProps) {
  const isCustom = !isUsual(form.answerHours)
  return (
    <div className="grid gap-4 sheet:grid-cols-2">
      <Select
        label="Time to answer"
        name="answer"
        value={isCustom ? 'custom' : form.answerHours}
        error={isCustom ? null : (errors.answerHours ?? null)}
        onChange={(value) => onChange({ answerHours: value === 'custom' ? '' : value })}
      >
        {ANSWER_HOURS.map((hours) => (
          <option key={hours} value={hours}>
            {hoursWords(hours)}
          </option>
        ))}
        <option value="custom">Other</option>
      </Select>
      {isCustom ? (
        <Field
          label="Hours to answer"
          name="answer-hours"
          inputMode="numeric"
          value={form.answerHours}
          error={errors.answerHours ?? null}
          onChange={(event) => onChange({ answerHours: event.currentTarget.value })}
        />
      ) : null}
    </div>
  )
}

/** The terms in a line, for the fold they stand in: `Cash, closing Dec 21, 2026, 10-day inspection`. */
export function termsInShort(form: OfferForm, dateWords: (day: string) => string): string {
  const days = form.inspectionDays.trim()
  return [
    FINANCING_WORDS[form.financing],
    form.closingOn === '' ? null : `closing ${dateWords(form.closingOn)}`,
    days === '' ? null : `${days}-day inspection`,
    form.answerHours.trim() === '' ? null : `answer in ${form.answerHours} h`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
