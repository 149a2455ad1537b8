/**
 * Who sits at the desk. The bearer lives in this closure alone: not in storage, not in the page; a reload logs in again.
 */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { type Api, createApi } from '#shared/api/client.ts'
import { authoriseChannel, realtimeSettings } from '#shared/contract/broadcasting.ts'
import { deskLogin, deskLogout } from '#shared/contract/desk.ts'
import type { Log } from '#shared/lib/log.ts'
import { connectRealtime } from '#shared/realtime/connect.ts'
import type { DeskMember, DeskStore } from './desk-model.ts'
import type { AddressBar } from './desk-place.ts'
import { createDeskStore } from './desk-store.ts'
import { troubleText } from './desk-words.ts'
import { type DeskLine, joinDesk } from './listen-at-desk.ts'
import { createSendFile } from './send-file.ts'

export type SessionState =
  | { kind: 'out'; trouble: string | null }
  | { kind: 'busy' }
  | { kind: 'in'; desk: DeskStore }

export interface DeskSession {
  readonly state: ReadonlySignal<SessionState>
  login(email: string, password: string): Promise<void>
  logout(): void
}

interface DeskSessionDeps {
  origin: string
  log: Log
  bar: AddressBar
}

export function createDeskSession({ origin, log, bar }: DeskSessionDeps): DeskSession {
  const state = signal<SessionState>({ kind: 'out', trouble: null })
  let token: string | null = null
  let socketId: () => string | null = () => null

  const leave = (trouble: string | null) => {
    const was = state.peek()
    token = null
    socketId = () => null
    state.value = { kind: 'out', trouble }
    if (was.kind === 'in') was.desk.dispose()
  }
  const api: Api = createApi({
    base: `${origin}/customer/api`,
    token: () => token,
    socketId: () => socketId(),
    onUnauthorised: async () => {
      if (token !== null) leave('Your session has ended. Log in again.')
      return false
    },
  })
  const sendFile = createSendFile(() => token)
  const connect = async (member: DeskMember, line: DeskLine) => {
    const config = await api(realtimeSettings, {})
    const realtime = connectRealtime({
      config,
      siteOrigin: origin,
      authorise: (socket_id, channel_name) => api(authoriseChannel, { body: { socket_id, channel_name } }),
      handlers: { onState: line.onState },
      log,
    })
    socketId = () => realtime.socketId()
    return joinDesk(realtime, { prefix: config.prefix, accountId: member.account.id }, line)
  }

  return {
    state,
    async login(email, password) {
      state.value = { kind: 'busy' }
      try {
        const { data } = await api(deskLogin, { body: { email, password } })
        token = data.token
        const member = data.user
        const desk = createDeskStore({
          ...{ api, member, sendFile, bar },
          connect: (line) => connect(member, line),
        })
        state.value = { kind: 'in', desk }
      } catch (error) {
        leave(troubleText(error))
      }
    },
    logout() {
      const bye = api(deskLogout, {}).catch(() => log.warn('the desk session could not be ended'))
      // The token is still needed for the call that ends it.
      void bye.then(() => leave(null))
    },
  }
}
