/** The short form of a property. A separate file, because the pages that list such cards load nothing else of the messenger. */
import * as z from 'zod/mini'
import { amount, id, instant, maybe } from './wire.ts'

/** A property on a message; `full_address` is already the public one if the address is hidden. */
export const messageProperty = z.object({
  id: id(),
  created_at: maybe(instant()),
  url: maybe(z.string()),
  price: maybe(amount()),
  arv_estimate: maybe(amount()),
  full_address: maybe(z.string()),
  bedrooms: maybe(amount()),
  bathrooms: maybe(amount()),
  sq_footage: maybe(amount()),
  main_image: maybe(z.object({ thumbnail: maybe(z.string()) })),
})
