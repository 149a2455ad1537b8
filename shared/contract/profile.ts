/** What a logged-in customer changes about themselves (spec section 7, Auth and account), their sessions, data and mails. */
import * as z from 'zod/mini'
import { customer, done, newPassword, personName } from './account.ts'
import { bankAccount } from './bank-account.ts'
import { endpoint } from './endpoint.ts'
import { BIO_MAX_LENGTH, COMPANY_MAX_LENGTH } from './limits.ts'
import { loginSession } from './sessions.ts'
import { emailAddress, id, idText, maybe, sixDigits, wrapped } from './wire.ts'

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'POST',
  path: '/auth/update-profile',
  spec: ['POST /customer/api/auth/update-profile'],
  summary: 'Change the given fields; absent fields stay.',
  body: z.object({
    first_name: z.optional(personName('Enter your first name.')),
    last_name: z.optional(personName('Enter your last name.')),
    company: maybe(z.string().check(z.trim(), z.maxLength(COMPANY_MAX_LENGTH))),
    bio: maybe(z.string().check(z.trim(), z.maxLength(BIO_MAX_LENGTH))),
    time_zone: z.optional(z.string().check(z.maxLength(60))),
    locale: z.optional(z.string().check(z.maxLength(20))),
    property_types: z.optional(z.array(id()).check(z.maxLength(50))),
    parking_types: z.optional(z.array(id()).check(z.maxLength(50))),
  }),
  reply: wrapped(customer),
})

export const acceptTerms = endpoint({
  name: 'acceptTerms',
  method: 'PUT',
  path: '/auth/terms',
  summary:
    'Accept the terms of service. Only the version in force, `terms_due` of the customer, can be accepted.',
  body: z.object({ terms_version: z.string().check(z.maxLength(40)) }),
  reply: wrapped(customer),
})

export const updatePassword = endpoint({
  name: 'updatePassword',
  method: 'POST',
  path: '/auth/update-password',
  spec: ['POST /customer/api/auth/update-password'],
  summary:
    'Change the password of the logged-in customer; other sessions end. Customers without a password send no current one.',
  body: z.object({
    current_password: z.optional(z.string().check(z.maxLength(128))),
    password: newPassword(),
    password_confirmation: newPassword(),
  }),
  reply: done,
})

export const attachToAccount = endpoint({
  name: 'attachToAccount',
  method: 'POST',
  path: '/auth/attach-to-account',
  spec: ['POST /customer/api/auth/attach-to-account'],
  summary:
    'Connect this customer with an account; opens the conversation with it. Repeating it changes nothing.',
  body: z.object({ attach_account_id: id() }),
  /** `is_new`: the conversation is empty, so the first message of this customer needs a confirmed e-mail. */
  reply: z.extend(done, { is_new: z.optional(z.boolean()) }),
})

export const updateAvatar = endpoint({
  name: 'updateAvatar',
  method: 'POST',
  path: '/auth/update-avatar',
  spec: ['POST /customer/api/auth/update-avatar'],
  summary:
    'Upload a portrait as a multipart form with the field `avatar`: JPEG, PNG or WebP of at most 5 MB.',
  reply: wrapped(customer),
})

/** Ours. */
export const removeAvatar = endpoint({
  name: 'removeAvatar',
  method: 'DELETE',
  path: '/auth/avatar',
  summary: 'Remove the portrait.',
  reply: wrapped(customer),
})

export const sendActionCode = endpoint({
  name: 'sendActionCode',
  method: 'POST',
  path: '/customers/{customer}/action-code/channel/{channel}',
  spec: ['POST /customer/api/customers/{id}/action-code/channel/{channel}'],
  summary:
    'Send a code that confirms a change of account data, to the current e-mail or the default confirmed phone.',
  params: z.object({ customer: idText(), channel: z.enum(['email', 'sms']) }),
  reply: done,
})

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'PUT',
  path: '/customers/{customer}/email',
  spec: ['PUT /customer/api/customers/{id}/email'],
  summary:
    'Change the e-mail address with a code. The new one has to be confirmed, the old one gets a notice.',
  params: z.object({ customer: idText() }),
  body: z.object({ email: emailAddress(), code: sixDigits() }),
  reply: wrapped(customer),
})

/** Ours. */
export const sendConfirmationEmail = endpoint({
  name: 'sendConfirmationEmail',
  method: 'POST',
  path: '/auth/confirmation-email',
  summary: 'Mail the confirmation link and code again; within the resend window nothing is sent.',
  reply: done,
})

/** Ours: the code in the confirmation mail, for who reads mail on another device. */
export const confirmEmail = endpoint({
  name: 'confirmEmail',
  method: 'POST',
  path: '/auth/confirm-email',
  summary: 'Confirm the e-mail address with the code of the confirmation mail.',
  body: z.object({ code: sixDigits() }),
  reply: wrapped(customer),
})

/** Ours, as are the two that end sessions. */
export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where this customer is logged in.',
  reply: wrapped(z.array(loginSession)),
})

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/auth/sessions/{session}',
  summary: 'Log one device out.',
  params: z.object({ session: idText() }),
  reply: done,
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Log every other device out.',
  reply: done,
})

/** Ours. */
export const exportData = endpoint({
  name: 'exportData',
  method: 'GET',
  path: '/auth/export',
  scopes: ['session'],
  summary: 'Everything stored about this customer, as JSON.',
  reply: wrapped(z.record(z.string(), z.unknown())),
})

/** Ours. */
export const exportArchive = endpoint({
  name: 'exportArchive',
  method: 'GET',
  path: '/auth/export.zip',
  scopes: ['session'],
  summary:
    'The same as a ZIP file: `index.html`, `data/{table}.json`, and under `files/` the photo, proofs of funds and documents of offers.',
  reply: z.unknown(),
})

/** Ours. Refused with 409 while a deposit is held. */
export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/auth/delete-account',
  summary:
    'Pay out the wallet and delete the account for good. `confirmation` is the e-mail address, typed; the password when there is one. `bank` is needed when cards cannot take all of the money back, and then a `code` without a password.',
  body: z.object({
    confirmation: z.string(),
    password: z.optional(z.string().check(z.maxLength(128))),
    bank: z.optional(bankAccount),
    code: z.optional(z.string().check(z.maxLength(10))),
  }),
  reply: done,
})

export const identityLinkToken = endpoint({
  name: 'identityLinkToken',
  method: 'POST',
  path: '/plaid/idv/link-token',
  spec: ['POST /customer/api/plaid/idv/link-token'],
  summary: 'A token that opens the identity check of the configured provider.',
  reply: wrapped(
    z.object({
      link_token: z.string(),
      provider: z.optional(z.enum(['embedded', 'plaid'])),
      /** Where an embedded check is done; a provider with a script of its own has none. */
      url: maybe(z.string()),
    }),
  ),
})
