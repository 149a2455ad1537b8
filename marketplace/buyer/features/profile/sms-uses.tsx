/** What a customer agrees to with the box for text messages, in full (checklist PHONE-06). */
import { BRAND } from '#marketplace/kit/brand.ts'

export function SmsUses({ id }: { id: string }) {
  return (
    <p id={id} className="max-w-[62ch] text-text-3 text-xs">
      You agree to recurring automated text messages from {BRAND} at this number: new deals that match your
      buy box, blasts and deal digests of sellers you follow, open house reminders. Agreeing is not a
      condition of any purchase. Message and data rates may apply. Reply STOP to end them, HELP for help.
      Codes you ask for are texted either way.
    </p>
  )
}
