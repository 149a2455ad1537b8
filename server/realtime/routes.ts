/** The calls of `shared/contract/broadcasting.ts`: who may join which channel, and where the sockets are. */
import type { FastifyInstance } from 'fastify'
import { type Principal, realtimeUser } from '#server/http/principal.ts'
import { forbidden, unauthenticated } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { authoriseChannel, authoriseUser, realtimeSettings } from '#shared/contract/broadcasting.ts'
import { accountChannel, customerChannel } from '#shared/contract/events.ts'
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import type { RealtimeServer } from './realtime-server.ts'

export function serveBroadcasting(app: FastifyInstance, realtime: RealtimeServer): void {
  const { prefix } = realtime.publicConfig

  serve(app, authoriseChannel, ({ body, who }) => {
    const person = known(who)
    if (!channelsOf(person, prefix).includes(body.channel_name)) throw forbidden()
    const login = { user: realtimeUser(person), endsAtMs: person.endsAtMs }
    return realtime.admit(body.socket_id, body.channel_name, login)
  })

  serve(app, authoriseUser, ({ body, who }) =>
    realtime.signUser(body.socket_id, { id: realtimeUser(known(who)) }),
  )

  serve(app, realtimeSettings, () => realtime.publicConfig)
}

function known(who: Principal | null): Principal {
  if (!who) throw unauthenticated()
  return who
}

/** All channels a person may join. Identity events ride under the prefix `App`, whatever the messages' is (spec 7). */
function channelsOf(who: Principal, prefix: string): string[] {
  const names =
    who.kind === 'account'
      ? [accountChannel(prefix, who.accountId)]
      : [customerChannel(prefix, who.id), customerChannel(CHANNEL_PREFIX, who.id)]
  return names.map((name) => `private-${name}`)
}
