/** What texts are for. A buyer consents to each purpose separately, and a text needs consent to its purpose. */
import * as z from 'zod/mini'

export const TEXT_PURPOSES = ['service', 'matches', 'offers', 'reminders'] as const
export const textPurpose = z.enum(TEXT_PURPOSES)
export type TextPurpose = z.output<typeof textPurpose>

export const textPurposes = () => z.array(textPurpose).check(z.maxLength(TEXT_PURPOSES.length))
