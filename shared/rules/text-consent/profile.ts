/** What a buyer agreed to with the one box for text messages that a number had before each purpose had its own. Clients of that time still send it. */
import { NEWS_TEXTS_PER_DAY } from '../../contract/notification-limits.ts'
import type { TextPurpose } from '../../contract/text-purposes.ts'

/** Those that its words name. */
export const NUMBER_PURPOSES: readonly TextPurpose[] = ['matches', 'offers', 'reminders']

/** `brand`: the installation's name. */
export const numberTerms = (brand: string): string =>
  `You agree to recurring automated text messages from ${brand} at this number, up to ${NEWS_TEXTS_PER_DAY} a day: new deals that match your buy box, blasts and deal digests of sellers you follow, open house reminders. Agreeing is not a condition of any purchase. Message and data rates may apply. Reply STOP to end them, HELP for help. Codes you ask for are texted either way.`
