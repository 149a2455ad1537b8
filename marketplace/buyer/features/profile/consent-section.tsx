/** What may be measured and which outside scripts may load: the same choices as at the foot of the pages. */

import { useSignals } from '@preact/signals-react/runtime'
import { useBackground } from '#marketplace/buyer/platform/background.ts'
import type { Consent } from '#marketplace/buyer/platform/consent.ts'
import { List, Note, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { Check } from '#marketplace/kit/ui/form-fields.tsx'

export function ConsentSection() {
  const background = useBackground()
  return background === null ? null : <Choices consent={background.consent} />
}

const CHOICES = [
  {
    key: 'analytics',
    label: 'Views',
    text: 'Which deals and pictures you looked at, to sort deals for you.',
  },
  {
    key: 'marketing',
    label: 'Support chat and advertising',
    text: 'Scripts of other companies load when you agree.',
  },
] as const

function Choices({ consent }: { consent: Consent }) {
  useSignals()
  const allowed = consent.allowed.value
  return (
    <Section title="Consent" note="Kept in this browser. What the site needs to work is always on.">
      {consent.hasSignal ? (
        <Note>Your browser sends an opt-out signal. {BRAND} honors it: all of this is off.</Note>
      ) : (
        <List>
          {CHOICES.map(({ key, label, text }) => (
            <li key={key} className={ROW}>
              <Check
                label={
                  <>
                    <span className="block font-semibold text-base">{label}</span>
                    <span className="text-text-2">{text}</span>
                  </>
                }
                isChecked={allowed[key]}
                onChange={(isOn) => consent.choose({ ...allowed, [key]: isOn })}
              />
            </li>
          ))}
        </List>
      )}
    </Section>
  )
}
