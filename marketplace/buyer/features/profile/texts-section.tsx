/** What texts were agreed to, at which number and since when; and agreeing to one more purpose, with its words. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { Phone } from '#marketplace/buyer/platform/user.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { List, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { BRAND } from '#marketplace/kit/brand.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { togglePhoneOptedIn } from '#shared/contract/phones.ts'
import { TEXT_PURPOSES, type TextPurpose } from '#shared/contract/text-purposes.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { PURPOSE_WORDS, purposeTerms } from '#shared/rules/text-consent/purposes.ts'
import { Button } from '#shared/ui/button.tsx'
import { agreedWords } from './text-purposes.tsx'

interface TextsProps {
  phones: readonly Phone[]
  /** Null where no number is confirmed. */
  onAgree: ((purpose: TextPurpose) => void) | null
}

export function TextsSection({ phones, onAgree }: TextsProps) {
  return (
    <Section
      title="Text messages"
      note={
        onAgree
          ? 'Only for what you agreed to, between 8 AM and 8 PM where you live and where your number is from, five a day at most. Reply STOP to end them.'
          : 'None until you confirm a number and agree to texts.'
      }
      action={
        <Link href="/profile/phones" className="text-link">
          Choose numbers
        </Link>
      }
    >
      <List label="Texts you agreed to">
        {TEXT_PURPOSES.map((purpose) => (
          <li key={purpose} className={ROW}>
            <div className="min-w-0 grow basis-56">
              <p className="font-semibold text-base">{PURPOSE_WORDS[purpose].label}</p>
              <p className="text-sm text-text-2">{statusWords(purpose, phones)}</p>
            </div>
            {onAgree && !agreedPhone(purpose, phones) ? (
              <Button
                size="sm"
                className="pointer-coarse:h-11"
                aria-label={`Agree to texts: ${PURPOSE_WORDS[purpose].label}`}
                onClick={() => onAgree(purpose)}
              >
                Agree
              </Button>
            ) : null}
          </li>
        ))}
      </List>
    </Section>
  )
}

const agreedPhone = (purpose: TextPurpose, phones: readonly Phone[]): Phone | undefined =>
  phones.find((phone) => phone.isConfirmed && phone.textConsents[purpose] !== undefined)

function statusWords(purpose: TextPurpose, phones: readonly Phone[]): string {
  const phone = agreedPhone(purpose, phones)
  if (!phone) return `${PURPOSE_WORDS[purpose].text} Not agreed.`
  return `${PURPOSE_WORDS[purpose].text} ${agreedWords(phone.textConsents[purpose])} ${formatPhone(phone.number)}`
}

interface AgreeProps {
  purpose: TextPurpose
  phone: Phone
  onDone: () => void
  /** After the consent is saved. */
  refresh: () => Promise<void>
}

/** The words of one purpose, and the press that agrees to them. */
export function AgreeDialog({ purpose, phone, onDone, refresh }: AgreeProps) {
  useSignals()
  const { api, user } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { label, text } = PURPOSE_WORDS[purpose]

  async function agree() {
    setBusy(true)
    setError(null)
    const body = { entity_phone_id: phone.id, checked: true, text_purposes: [purpose] }
    const result = await attempt(api(togglePhoneOptedIn, { body }))
    if (result.kind === 'failed') {
      setBusy(false)
      return setError(formMessage(sayFailure(result.failure)))
    }
    user.adoptPhones(result.value.data)
    await refresh()
    toast(`You agreed to texts: ${label}`)
    onDone()
  }
  return (
    <ConfirmDialog
      title={`Texts to ${formatPhone(phone.number)}`}
      confirmLabel="Agree"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void agree()}
      onCancel={onDone}
    >
      <p>
        {label}: {text}
      </p>
      <p className="text-sm">{purposeTerms(BRAND)}</p>
    </ConfirmDialog>
  )
}
