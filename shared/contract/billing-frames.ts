/**
 * What a page of the card provider and the page that frames it say to each other by `postMessage`: the fields of a card, and the
 * step at the card's bank. Both name the other's origin when they post and check it when they hear. A card's number is in none.
 *
 * The fields' page is opened with `?parent=<origin of the framing page>&theme=light|dark`; a bank's page with `&parent=` too.
 */
import * as z from 'zod/mini'

/** In every message: other scripts post to windows as well. */
export const BILLING_FRAME_SOURCE = 'plat.billing'

const source = z.literal(BILLING_FRAME_SOURCE)

/** From the provider's page. */
export const billingFrameMessage = z.discriminatedUnion('type', [
  /** The fields can be filled in; also after each change of their height, in CSS pixels. */
  z.object({ source, type: z.literal('ready'), height: z.optional(z.number()) }),
  /** Enter was pressed inside of a field. */
  z.object({ source, type: z.literal('enter') }),
  /** The answer to `submit`: a token for `addBillingInfo`. */
  z.object({ source, type: z.literal('token'), token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  /** The answer to `submit` when a field is wrong; the page itself says which. */
  z.object({ source, type: z.literal('invalid'), message: z.string() }),
  /** The step at the bank is over, whatever came of it: `completePayment` says what. */
  z.object({ source, type: z.literal('action_done'), result_token: z.optional(z.string()) }),
])
export type BillingFrameMessage = z.output<typeof billingFrameMessage>

/** To the fields' page: make a token of what was typed. */
export const billingFrameCommand = z.object({ source, type: z.literal('submit') })
export type BillingFrameCommand = z.output<typeof billingFrameCommand>
