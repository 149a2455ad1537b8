/** The current user as a messenger reads it, which is little: whatever else a backend says of its users may have any shape. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { flag, id, maybe } from './wire.ts'

/**
 * Ours. `account_id`: the only account that a token made for one account hears of. `first_contact`: `getContact` is there. `features`: what
 * else this backend has, e.g. `attachments`.
 */
export const tokenMeta = z.optional(
  z.object({ account_id: maybe(id()), first_contact: maybe(flag()), features: maybe(z.array(z.string())) }),
)

/** The call `currentUser` of account.ts. */
export const messengerUser = endpoint({
  name: 'currentUser',
  method: 'GET',
  path: '/auth/user',
  summary: '',
  reply: z.object({ data: z.object({ id: id() }), meta: tokenMeta }),
})
