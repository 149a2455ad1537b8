/** Logins of all three kinds of people: what is asked, and what an answer says of a session. */
import * as z from 'zod/mini'
import { id, instant, maybe } from './wire.ts'

/**
 * The bearer of a login, for programs and for pages of other sites. A page of this site gets an HttpOnly cookie instead, and no answer
 * repeats what is in it.
 */
export const loginToken = () => z.optional(z.string())

/** One device a person is logged in on. */
export const loginSession = z.object({
  id: id(),
  is_current: z.boolean(),
  /** Browser and system in words, e.g. `Firefox on Windows`. */
  device: z.string(),
  /** The address it logged in from, shortened: the last part is left out. */
  ip: maybe(z.string()),
  created_at: instant(),
  last_used_at: maybe(instant()),
})
export type LoginSessionWire = z.output<typeof loginSession>

/** Email and password of sellers and staff; `recaptcha_token` once a 422 asks for it, which it does after failures. */
export const passwordLogin = () =>
  z.object({
    email: z.string().check(z.maxLength(254)),
    password: z.string().check(z.maxLength(128)),
    recaptcha_token: z.optional(z.string()),
  })
