/** What texts may go to a number for: one box for each purpose, with the words that are agreed to and since when (checklist PHONE-06). */
import { useId } from 'react'
import type { TextConsents } from '#marketplace/buyer/platform/user.ts'
import { BRAND } from '#marketplace/kit/brand.ts'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { Check } from '#marketplace/kit/ui/form-fields.tsx'
import { TEXT_PURPOSES, type TextPurpose } from '#shared/contract/text-purposes.ts'
import { PURPOSE_WORDS, purposeTerms } from '#shared/rules/text-consent/purposes.ts'

interface TextPurposesProps {
  /** Nothing is chosen for somebody. */
  chosen: TextConsents
  onChange: (purpose: TextPurpose, isOn: boolean) => void
}

export function TextPurposes({ chosen, onChange }: TextPurposesProps) {
  const id = useId()
  return (
    <fieldset className="grid w-full min-w-0 gap-2" aria-describedby={`${id}-terms`}>
      <legend className="mb-1.5 font-label text-sm">Text me at this number (optional)</legend>
      {TEXT_PURPOSES.map((purpose) => (
        <div key={purpose}>
          <Check
            label={PURPOSE_WORDS[purpose].label}
            isChecked={chosen[purpose] !== undefined}
            onChange={(isOn) => onChange(purpose, isOn)}
            describedBy={`${id}-${purpose}`}
          />
          <p id={`${id}-${purpose}`} className="max-w-[62ch] pl-6.5 text-text-2 text-xs">
            {PURPOSE_WORDS[purpose].text} {agreedWords(chosen[purpose])}
          </p>
        </div>
      ))}
      <p id={`${id}-terms`} className="max-w-[62ch] text-text-3 text-xs">
        {purposeTerms(BRAND)}
      </p>
    </fieldset>
  )
}

/** Empty for a box that was ticked just now. */
export const agreedWords = (at: string | undefined): string => (at ? `Agreed on ${dayWords(at)}.` : '')
