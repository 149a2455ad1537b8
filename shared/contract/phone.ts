/** A customer's phone, as the profile and the calls of phones have it. */
import * as z from 'zod/mini'
import { flag, id, maybe } from './wire.ts'

/** A phone of a customer. `phone` is E.164, e.g. `+17135550142`; `pivot.id` is the entity-phone id that the calls take. */
export const phone = z.object({
  id: id(),
  phone: maybe(z.string()),
  pivot: z.object({
    id: id(),
    sms_default: flag(),
    is_confirmed: flag(),
    /** To texts of any purpose. */
    opted_in: flag(),
    /** Ours: when they agreed to which purposes of texts (text-purposes.ts); absent for none. */
    text_consents: maybe(z.record(z.string(), z.string())),
  }),
})
export type PhoneWire = z.output<typeof phone>
