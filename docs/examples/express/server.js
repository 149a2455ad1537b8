/** A backend for <plat-messenger>: the five calls, the two events, the channels' signature, and one call for the seller's side. */
import cors from 'cors'
import express from 'express'
import Pusher from 'pusher'
import * as store from './store.js'

const { PORT = '8000', PAGE_ORIGINS = '', ...env } = process.env
const MESSAGES_PER_PAGE = 15

/** Pusher Channels by its cluster, or another server of the same protocol by its host. */
const pusher = new Pusher({
  appId: env.PUSHER_APP_ID,
  key: env.PUSHER_APP_KEY,
  secret: env.PUSHER_APP_SECRET,
  useTLS: env.PUSHER_SCHEME !== 'http',
  ...(env.PUSHER_HOST
    ? { host: env.PUSHER_HOST, port: env.PUSHER_PORT }
    : { cluster: env.PUSHER_APP_CLUSTER }),
})

const app = express()
app.use(
  cors({
    origin: PAGE_ORIGINS.split(','),
    methods: ['GET', 'POST', 'PUT'],
    allowedHeaders: ['Authorization', 'Accept', 'Content-Type', 'Idempotency-Key', 'X-Socket-ID'],
  }),
)
app.use(express.json(), express.urlencoded({ extended: false }))
app.use((request, _, next) => {
  request.user = store.userOf(/^Bearer (.+)$/.exec(request.get('Authorization') ?? '')?.[1])
  if (!request.user) throw new Refusal(401, 'Unauthenticated.')
  next()
})

const customer = express.Router()
customer.use((request, _, next) => {
  if (!request.user.customerId) throw new Refusal(403, 'This is for customers.')
  next()
})
customer.param('customer', (request, _, next, id) => {
  if (Number(id) !== request.user.customerId)
    throw new Refusal(403, 'These conversations belong to somebody else.')
  next()
})

customer.get('/auth/user', ({ user }, response) => {
  response.json({ data: { id: user.customerId } })
})

customer.get('/customers/:customer/chats', (request, response) => {
  response.json(pageOf(request, store.chatsOf(request.user.customerId), chatJson))
})

customer.get('/customers/:customer/text-messages', (request, response) => {
  const accountId = Number(request.query['filter[account_id]'])
  response.json(pageOf(request, store.messagesOf(request.user.customerId, accountId), messageJson))
})

customer.post('/customers/:customer/accounts/:account/text-messages', (request, response) => {
  const { customerId } = request.user
  const accountId = Number(request.params.account)
  const body = textOf(request)
  const idempotencyKey = request.get('Idempotency-Key') || null
  if (idempotencyKey?.length > 64) throw new Refusal(422, 'The Idempotency-Key is too long.')
  const first = idempotencyKey && store.messageByKey(customerId, idempotencyKey)
  if (first && (first.body !== body || first.accountId !== accountId))
    throw new Refusal(409, 'This Idempotency-Key belongs to another message.')
  if (!first && !store.hasChat(customerId, accountId))
    throw new Refusal(404, 'There is no such conversation.')
  const message =
    first || store.addMessage({ customerId, accountId, type: 'inbound', body, isRead: true, idempotencyKey })
  if (!first) broadcast('TextMessageInboundSent', message, request.get('X-Socket-ID'))
  response.status(201).json({ data: messageJson(message) })
})

customer.put('/customers/:customer/text-message-service/read-state', (request, response) => {
  const ids = request.body?.text_messages_ids
  if (!Array.isArray(ids)) throw invalid('text_messages_ids', 'The message ids are missing.')
  store.markRead(request.user.customerId, ids.map(Number))
  response.sendStatus(204)
})
app.use('/customer/api', customer)

app.post('/broadcasting/auth', ({ user, body }, response) => {
  const { socket_id: socketId, channel_name: channel } = body ?? {}
  if (!user.customerId || channel !== channelOf(user.customerId))
    throw new Refusal(403, 'This channel belongs to somebody else.')
  response.json(pusher.authorizeChannel(socketId, channel))
})

/** The seller's side, which the messenger does not call: your own app sends messages to customers like this. */
app.post('/account/api/customers/:customer/text-messages', (request, response) => {
  const { accountId } = request.user
  const customerId = Number(request.params.customer)
  if (!accountId || !store.hasChat(customerId, accountId))
    throw new Refusal(403, 'This is not your conversation.')
  const body = textOf(request)
  const message = store.addMessage({ customerId, accountId, type: 'outbound', body, isRead: false })
  broadcast('TextMessageOutboundSent', message)
  response.status(201).json({ data: messageJson(message) })
})

app.use(() => {
  throw new Refusal(404, 'Not found.')
})
/** Express takes a function for an error handler by its four parameters. */
app.use((error, _request, response, _next) => {
  const status = error.status ?? 500
  if (status === 500) console.error(error)
  response
    .status(status)
    .json({ message: status === 500 ? 'Server Error' : error.message, errors: error.errors })
})

app.listen(Number(PORT), () => console.log(`http://127.0.0.1:${PORT}/customer/api`))

class Refusal extends Error {
  constructor(status, message, errors) {
    super(message)
    Object.assign(this, { status, errors })
  }
}

function invalid(field, message) {
  return new Refusal(422, message, { [field]: [message] })
}

function textOf({ body }) {
  const text = body?.message
  if (typeof text !== 'string' || text.trim() === '')
    throw invalid('message', 'The message must not be empty.')
  if (text.length > 1000) throw invalid('message', 'The message must not be longer than 1000 characters.')
  return text
}

const channelOf = (customerId) => `private-App.Models.Customer.${customerId}`

/** The message is stored whether or not the realtime server can be reached: the messenger fetches what it missed. */
async function broadcast(event, message, exceptSocket) {
  const options = exceptSocket ? { socket_id: exceptSocket } : {}
  try {
    await pusher.trigger(channelOf(message.customerId), event, { message: messageJson(message) }, options)
  } catch (error) {
    console.error('Not broadcast:', error.message)
  }
}

function pageOf(request, rows, toJson) {
  const page = Math.max(1, Number.parseInt(request.query.page, 10) || 1)
  const end = page * MESSAGES_PER_PAGE
  const next = new URL(request.originalUrl, `${request.protocol}://${request.get('Host')}`)
  next.searchParams.set('page', page + 1)
  return {
    data: rows.slice(end - MESSAGES_PER_PAGE, end).map(toJson),
    links: { next: rows.length > end ? next.href : null },
  }
}

function chatJson({ id, account, createdAt, lastMessage, unreadCount }) {
  return {
    id,
    account: {
      id: account.id,
      title: account.title,
      deals_site_settings: { deals_emails_logo: account.logo },
    },
    customer_unread_count: unreadCount,
    created_at: createdAt,
    last_message: lastMessage && messageJson(lastMessage),
  }
}

function messageJson({ id, accountId, customerId, type, body, createdAt, isRead, idempotencyKey }) {
  return {
    id,
    account_id: accountId,
    customer_id: customerId,
    type,
    action: null,
    channel: 'app',
    calculated_body: body,
    calculated_send_datetime: createdAt,
    created_at: createdAt,
    is_read: isRead,
    idempotency_key: idempotencyKey ?? null,
    property: null,
    offer: null,
    inquiry: null,
  }
}
