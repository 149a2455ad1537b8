/** What a buyer agrees to with the box for text messages at registration, word by word: shown there, and kept with the consent (checklist PHONE-06). */
import { NEWS_TEXTS_PER_DAY } from '../../contract/notification-limits.ts'
import type { TextPurpose } from '../../contract/text-purposes.ts'

/** The one that its words name; the others are chosen in the profile. */
export const BOX_PURPOSES: readonly TextPurpose[] = ['matches']

export const BOX_LABEL = 'Text me new deals in my buy box.'

/** Below the label. `brand`: the installation's name. */
export const boxTerms = (brand: string): string =>
  `Recurring automated marketing texts from ${brand} to the number above, up to ${NEWS_TEXTS_PER_DAY} a day. Consent is not a condition of any purchase. Message and data rates may apply. Reply STOP to end them, HELP for help.`
