/**
 * Attachments of messages: photos and files of either side. Ours: a backend that takes them lists `attachments` in `meta.features` of
 * the current user, and sends them as `attachments` of a message.
 */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { messageAttachment } from './message-attachment.ts'
import { idText, wrapped } from './wire.ts'

/** A multipart form: `ref`, then `file`. 422 on `file` says what is wrong with it. */
export const uploadAttachment = endpoint({
  name: 'uploadAttachment',
  method: 'POST',
  path: '/customers/{customer}/accounts/{account}/attachments',
  scopes: ['session', 'messages'],
  needs: ['firstMessage'],
  summary:
    'Upload one photo or file for a message to this account: JPG, PNG, WebP, PDF, Word, Excel or PowerPoint up to 25 MB, recognized by its content. The same `ref` returns the same file. It is deleted after a day unless a message names it.',
  params: z.object({ customer: idText(), account: idText() }),
  reply: wrapped(messageAttachment),
  status: 201,
})

export const showAttachment = endpoint({
  name: 'showAttachment',
  method: 'GET',
  path: '/customers/{customer}/attachments/{attachment}',
  scopes: ['session', 'view', 'messages'],
  summary: 'An attachment of a message of this customer, with new addresses.',
  params: z.object({ customer: idText(), attachment: idText() }),
  reply: wrapped(messageAttachment),
})

/** The same form as `uploadAttachment`. */
export const sellerUploadAttachment = endpoint({
  name: 'sellerUploadAttachment',
  permission: 'reply',
  method: 'POST',
  path: '/account/api/customers/{customer}/attachments',
  at: 'site',
  auth: 'account',
  summary: 'Upload one photo or file for a message to this buyer, as a buyer does.',
  params: z.object({ customer: idText() }),
  reply: wrapped(messageAttachment),
  status: 201,
})

export const sellerAttachment = endpoint({
  name: 'sellerAttachment',
  method: 'GET',
  path: '/account/api/customers/{customer}/attachments/{attachment}',
  at: 'site',
  auth: 'account',
  summary: 'An attachment of a conversation with this buyer, with new addresses.',
  params: z.object({ customer: idText(), attachment: idText() }),
  reply: wrapped(messageAttachment),
})
