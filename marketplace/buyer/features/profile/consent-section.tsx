/** What may be measured and which outside scripts may load, and the way to the same question as at the foot of the pages. */

import { useSignals } from '@preact/signals-react/runtime'
import { useBackground } from '#marketplace/buyer/platform/background.ts'
import type { Consent } from '#marketplace/buyer/platform/consent.ts'
import { List, Note, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { Button } from '#shared/ui/button.tsx'

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
        <>
          <List>
            {CHOICES.map(({ key, label, text }) => (
              <li key={key} className={ROW}>
                <span>
                  <span className="block font-semibold text-base">
                    {label}: {allowed[key] ? 'on' : 'off'}
                  </span>
                  <span className="text-text-2">{text}</span>
                </span>
              </li>
            ))}
          </List>
          <Button className="mt-3 pointer-coarse:h-11" onClick={consent.ask}>
            Change cookie choices
          </Button>
        </>
      )}
    </Section>
  )
}
