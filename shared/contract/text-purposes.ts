/** What texts are for. Consent is given for each purpose, and no text goes out without that of its own. */
import * as z from 'zod/mini'

export const TEXT_PURPOSES = ['service', 'matches', 'offers', 'reminders'] as const
export const textPurpose = z.enum(TEXT_PURPOSES)
export type TextPurpose = z.output<typeof textPurpose>

export const textPurposes = () => z.array(textPurpose).check(z.maxLength(TEXT_PURPOSES.length))
