/** Phones of a customer (spec section 7, Phones). Each change answers with all phones, so a screen never guesses the rest. */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { endpoint } from './endpoint.ts'
import { phone } from './phone.ts'
import { textPurposes } from './text-purposes.ts'
import { id, idText, sixDigits, wrapped } from './wire.ts'

const phones = wrapped(z.array(phone))

export const addPhone = endpoint({
  name: 'addPhone',
  method: 'POST',
  path: '/phone',
  spec: ['POST /customer/api/phone'],
  summary: 'Add a US or Puerto Rico number, in any common format; a code is texted to it.',
  body: z.object({
    phone: z.string().check(z.maxLength(40)),
    sms_default: z.optional(z.boolean()),
    /** Without `text_purposes`: what the one box of earlier clients named. */
    opted_in: z.optional(z.boolean()),
    /** Ours: the purposes of texts they agree to. */
    text_purposes: z.optional(textPurposes()),
  }),
  reply: phones,
  status: 201,
})

export const togglePhoneOptedIn = endpoint({
  name: 'togglePhoneOptedIn',
  method: 'POST',
  path: '/phone/togglePhoneOptedIn',
  spec: ['POST /customer/api/phone/togglePhoneOptedIn'],
  summary:
    'Agree to text messages, or withdraw it: for the purposes that are named. The consent text, the time and the IP address are stored.',
  body: z.object({
    entity_phone_id: id(),
    checked: z.boolean(),
    /** Ours. Without it: what the one box of earlier clients named; withdrawn are all. */
    text_purposes: z.optional(textPurposes().check(z.minLength(1))),
  }),
  reply: phones,
})

export const updatePhone = endpoint({
  name: 'updatePhone',
  method: 'PUT',
  path: '/entity-phone/{phone}',
  spec: ['PUT /customer/api/entity-phone/{id}'],
  summary: 'Make this the default phone instead of the previous one.',
  params: z.object({ phone: idText() }),
  body: z.object({ sms_default: z.boolean() }),
  reply: phones,
})

export const confirmPhone = endpoint({
  name: 'confirmPhone',
  method: 'POST',
  path: '/customers/{customer}/entity-phones/{phone}/confirmation',
  spec: ['POST /customer/api/customers/{id}/entity-phones/{phoneId}/confirmation'],
  summary: 'Confirm a phone with the code that was texted to it.',
  params: z.object({ customer: idText(), phone: idText() }),
  body: z.object({ code: sixDigits() }),
  reply: phones,
})

/** Ours. */
export const sendPhoneCode = endpoint({
  name: 'sendPhoneCode',
  method: 'POST',
  path: '/customers/{customer}/entity-phones/{phone}/code',
  summary: 'Text the confirmation code again; within the resend window nothing is sent.',
  params: z.object({ customer: idText(), phone: idText() }),
  reply: done,
})

export const deletePhone = endpoint({
  name: 'deletePhone',
  method: 'DELETE',
  path: '/entity-phone/{phone}',
  spec: ['DELETE /customer/api/entity-phone/{id}'],
  summary: 'Remove a phone; the default one only when it is the last.',
  params: z.object({ phone: idText() }),
  reply: phones,
})
