/** The phone number of a member of a company, confirmed with a texted code. */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { endpoint } from './endpoint.ts'
import { maybe, sixDigits, wrapped } from './wire.ts'

const ours = { at: 'site', auth: 'account' } as const
const PATH = '/account/api/phone'
const number = z.string().check(z.trim(), z.minLength(1, 'Enter a phone number.'), z.maxLength(40))
const reply = wrapped(
  z.object({
    /** In E.164; null without one. */
    phone: maybe(z.string()),
  }),
)

export const sellerPhone = endpoint({
  ...ours,
  name: 'sellerPhone',
  method: 'GET',
  path: PATH,
  summary: 'The phone number of the member who is logged in.',
  reply,
})

export const sellerSendPhoneCode = endpoint({
  ...ours,
  name: 'sellerSendPhoneCode',
  method: 'POST',
  path: `${PATH}/code`,
  summary: 'Text a code to a number, which confirms it as the one of the member who is logged in.',
  body: z.object({ phone: number }),
  reply: done,
})

export const sellerConfirmPhone = endpoint({
  ...ours,
  name: 'sellerConfirmPhone',
  method: 'PUT',
  path: PATH,
  summary:
    'Keep a number that was confirmed with the code that was texted to it, in place of the previous one. 422 on `code`.',
  body: z.object({ phone: number, code: sixDigits() }),
  reply,
})
