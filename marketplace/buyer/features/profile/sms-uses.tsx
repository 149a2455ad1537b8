/** What a customer agrees to with the box for text messages, in full (checklist PHONE-06). */
import { BRAND } from '#marketplace/kit/brand.ts'
import { numberTerms } from '#shared/rules/text-consent/profile.ts'

export function SmsUses({ id }: { id: string }) {
  return (
    <p id={id} className="max-w-[62ch] text-text-3 text-xs">
      {numberTerms(BRAND)}
    </p>
  )
}
