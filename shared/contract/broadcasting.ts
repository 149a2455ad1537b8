/** Who may join which realtime channel (spec section 7: /broadcasting/auth, /broadcasting/user-auth). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A channel's name as the Pusher protocol allows it. */
export const CHANNEL_NAME = /^[-A-Za-z0-9_=@,.;]{1,200}$/
/** A socket's id as the Pusher protocol writes it. */
export const SOCKET_ID = /^\d+\.\d+$/

/** Sent as a form or as JSON, with a bearer token or with a session cookie and a CSRF header. */
const socketAndChannel = z.object({
  socket_id: z.string().check(z.regex(SOCKET_ID, 'The socket id is not valid.')),
  channel_name: z.string().check(z.regex(CHANNEL_NAME, 'The channel name is not valid.')),
})

const signedChannel = z.object({ auth: z.string(), channel_data: z.optional(z.string()) })

export const authoriseChannel = endpoint({
  name: 'authoriseChannel',
  method: 'POST',
  path: '/broadcasting/auth',
  at: 'site',
  auth: 'any',
  scopes: ['session', 'messages', 'desk'],
  spec: ['POST {api origin}/broadcasting/auth'],
  summary: 'Sign the subscription of one socket to one private channel; 403 when it is not yours.',
  body: socketAndChannel,
  reply: signedChannel,
})

/** The same call where the browser sends a seller's cookie; ours. */
export const sellerAuthoriseChannel = endpoint({
  name: 'sellerAuthoriseChannel',
  method: 'POST',
  path: '/account/api/broadcasting/auth',
  at: 'site',
  auth: 'account',
  summary: "Sign the subscription of one socket to the account's private channel; 403 for any other.",
  body: socketAndChannel,
  reply: signedChannel,
})

export const authoriseUser = endpoint({
  name: 'authoriseUser',
  method: 'POST',
  path: '/broadcasting/user-auth',
  at: 'site',
  auth: 'any',
  scopes: ['session', 'messages', 'desk'],
  spec: ['POST /broadcasting/user-auth'],
  summary: 'Sign in one socket as the user of this session.',
  body: z.pick(socketAndChannel, { socket_id: true }),
  reply: z.object({ auth: z.string(), user_data: z.string() }),
})

/** Ours: the public part of the realtime settings, so that a page need not repeat them. */
export const realtimeSettings = endpoint({
  name: 'realtimeSettings',
  method: 'GET',
  path: '/broadcasting/config',
  at: 'site',
  auth: 'none',
  summary: 'The value for the element’s realtime-config.',
  reply: z.object({
    key: z.string(),
    cluster: z.optional(z.string()),
    wsHost: z.optional(z.string()),
    wsPort: z.optional(z.number()),
    wssPort: z.optional(z.number()),
    forceTLS: z.optional(z.boolean()),
    prefix: z.string(),
    /** The sign before amounts, unless it is `$`. */
    currency: z.optional(z.string()),
  }),
})
