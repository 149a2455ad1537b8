/** How strong a new password is: four bars and a sentence, read out politely. It advises and never forbids. */
import { useEffect, useState } from 'react'
import type { Strength } from '#marketplace/buyer/platform/password-strength.ts'
import { createStrengthEstimator } from '#marketplace/buyer/platform/strength-estimator.ts'
import { DEBOUNCE_SHORT_MS } from '#shared/contract/limits.ts'
import { classNames } from '#shared/ui/class-names.ts'

const WORDS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const
const BARS = [1, 2, 3, 4] as const
const HELP = 'At least 8 characters. A few words in a row are easy to remember and hard to guess.'

export interface PasswordMeterProps {
  password: string
  /** Names and e-mail of the person, which make it easy to guess. */
  own?: readonly string[]
}

export function PasswordMeter({ password, own = [] }: PasswordMeterProps) {
  const strength = useStrength(password, own)
  return (
    <div className="grid gap-1.5">
      {strength === null ? null : (
        <div aria-hidden="true" className="grid grid-cols-4 gap-1">
          {BARS.map((bar) => (
            <span
              key={bar}
              className={classNames(
                'h-1 rounded-full',
                bar <= strength.level ? FILLED[strength.level] : 'bg-bar-track',
              )}
            />
          ))}
        </div>
      )}
      <p aria-live="polite">
        {strength === null
          ? HELP
          : `${WORDS[strength.level]}. ${strength.advice || ADVICE[strength.level]}`.trim()}
      </p>
    </div>
  )
}

const FILLED = ['', 'bg-danger', 'bg-warn-line', 'bg-gain', 'bg-gain'] as const
/** Where the estimate has no advice of its own. */
const ADVICE = [
  'Add more words.',
  'Add more words.',
  'Add another word.',
  'Another word makes it strong.',
  '',
] as const

/** Null before anything is typed, and where the estimate cannot be fetched: then there is simply no meter. */
function useStrength(password: string, own: readonly string[]): Strength | null {
  const [strength, setStrength] = useState<Strength | null>(null)
  const [estimator] = useState(createStrengthEstimator)
  const ownKey = own.join('\n')
  useEffect(() => () => estimator.dispose(), [estimator])
  useEffect(() => {
    if (password === '') {
      setStrength(null)
      return
    }
    let isStale = false
    const timer = setTimeout(() => {
      estimator.ask(password, ownKey.split('\n'), (answer) => {
        if (!isStale) setStrength(answer)
      })
    }, DEBOUNCE_SHORT_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [password, ownKey, estimator])
  return strength
}
