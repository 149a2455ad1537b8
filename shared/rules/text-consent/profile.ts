/** What a buyer agrees to with the box for text messages beside a number of the profile: shown there, and kept with the consent (checklist PHONE-06). */
import { NEWS_TEXTS_PER_DAY } from '../../contract/notification-limits.ts'

/** `brand`: the installation's name. */
export const numberTerms = (brand: string): string =>
  `You agree to recurring automated text messages from ${brand} at this number, up to ${NEWS_TEXTS_PER_DAY} a day: new deals that match your buy box, blasts and deal digests of sellers you follow, open house reminders. Agreeing is not a condition of any purchase. Message and data rates may apply. Reply STOP to end them, HELP for help. Codes you ask for are texted either way.`
