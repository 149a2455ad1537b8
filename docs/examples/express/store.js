/** What the backend remembers, in memory: replace each function with a query of your database. */

const accounts = [{ id: 3, title: 'Castillo Homes', logo: null }]
const customers = [{ id: 7, name: 'Ann Lee' }]
const chats = [{ id: 501, customerId: 7, accountId: 3, createdAt: new Date() }]
const messages = []

const { CUSTOMER_TOKEN, SELLER_TOKEN } = process.env
if (!CUSTOMER_TOKEN || !SELLER_TOKEN) throw new Error('Set CUSTOMER_TOKEN and SELLER_TOKEN.')

/** Who a bearer token belongs to. Replace it with your own login. */
export function userOf(token) {
  if (token === CUSTOMER_TOKEN) return { customerId: customers[0].id }
  if (token === SELLER_TOKEN) return { accountId: accounts[0].id }
  return null
}

/** The conversations of a customer, the one with the latest message first. */
export function chatsOf(customerId) {
  return chats
    .filter((chat) => chat.customerId === customerId)
    .map((chat) => {
      const [lastMessage = null, ...older] = messagesOf(customerId, chat.accountId)
      const isUnread = (message) => message && message.type === 'outbound' && !message.isRead
      return {
        ...chat,
        account: accounts.find(({ id }) => id === chat.accountId),
        lastMessage,
        unreadCount: [lastMessage, ...older].filter(isUnread).length,
      }
    })
    .sort((a, b) => (b.lastMessage?.id ?? 0) - (a.lastMessage?.id ?? 0))
}

export const hasChat = (customerId, accountId) =>
  chats.some((chat) => chat.customerId === customerId && chat.accountId === accountId)

/** Newest first. */
export const messagesOf = (customerId, accountId) =>
  messages.filter((message) => message.customerId === customerId && message.accountId === accountId).reverse()

export const messageByKey = (customerId, idempotencyKey) =>
  messages.find((message) => message.customerId === customerId && message.idempotencyKey === idempotencyKey)

/** In a database, make (customer, key) unique: a repeat may arrive while the first is still being stored. */
export function addMessage(message) {
  const stored = { id: messages.length + 1, createdAt: new Date(), ...message }
  messages.push(stored)
  return stored
}

export function markRead(customerId, ids) {
  for (const message of messages)
    if (message.customerId === customerId && ids.includes(message.id)) message.isRead = true
}
