/** The calls of `shared/contract/broadcasting.ts`: who may join which channel, and where the sockets are. */
import type { FastifyInstance } from 'fastify'
import { type CustomerPrincipal, type Principal, realtimeUser } from '#server/core/http/principal.ts'
import { forbidden } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { installationOf, type Site } from '#server/core/http/site.ts'
import {
  authoriseChannel,
  authoriseUser,
  realtimeSettings,
  sellerAuthoriseChannel,
} from '#shared/contract/broadcasting.ts'
import {
  accountChannel,
  conversationChannel,
  customerChannel,
  customerIdvStatusUpdated,
  sessionChannel,
} from '#shared/contract/events.ts'
import { PRODUCT } from '#shared/contract/installation.ts'
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import { signOf } from '#shared/format/currency.ts'
import type { RealtimeServer } from './realtime-server.ts'

export function serveBroadcasting(app: FastifyInstance, realtime: RealtimeServer, site: Site): void {
  const { prefix } = realtime.publicConfig

  const admit = ({ socket_id, channel_name }: { socket_id: string; channel_name: string }, me: Principal) => {
    if (!channelsOf(me, prefix).includes(channel_name)) throw forbidden()
    const login = { user: realtimeUser(me), endsAtMs: me.endsAtMs }
    return realtime.admit(socket_id, channel_name, { ...login, ...(me.scope === 'messages' ? UNHEARD : {}) })
  }
  serve(app, authoriseChannel, ({ body, me }) => admit(body, me))
  serve(app, sellerAuthoriseChannel, ({ body, me }) => admit(body, me))

  serve(app, authoriseUser, ({ body, me }) => realtime.signUser(body.socket_id, { id: realtimeUser(me) }))

  serve(app, realtimeSettings, async () => {
    const { currency } = await installationOf(site)
    return currency === PRODUCT.currency
      ? realtime.publicConfig
      : { ...realtime.publicConfig, currency: signOf(currency) }
  })
}

/** Where messages have the prefix `App`, their channel is also that of identity events (spec 7). */
const UNHEARD = { unheard: [customerIdvStatusUpdated.name] }

/** All channels a person may join with this token. */
const channelsOf = (me: Principal, prefix: string): string[] =>
  (me.kind === 'account' ? [accountChannel(prefix, me.accountId)] : customerChannels(me, prefix)).map(
    (name) => `private-${name}`,
  )

/** Identity events use the prefix `App`, whatever the prefix of messages is (spec 7). */
function customerChannels({ id, scope, boundAccountId }: CustomerPrincipal, prefix: string): string[] {
  if (boundAccountId !== null) return [conversationChannel(prefix, id, boundAccountId)]
  if (scope === 'messages') return [customerChannel(prefix, id)]
  return [customerChannel(prefix, id), customerChannel(CHANNEL_PREFIX, id), sessionChannel(prefix, id)]
}
