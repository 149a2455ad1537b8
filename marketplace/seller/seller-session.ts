/** The seller's app of the logged-in person: created at login, kept while the session is renewed, destroyed at logout. */
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import type { Api } from '#shared/api/client.ts'
import { deskAuthoriseChannel, realtimeSettings } from '#shared/contract/broadcasting.ts'
import { deskLogin, deskLogout, deskUser } from '#shared/contract/desk.ts'
import { deskSessionCalls } from '#shared/contract/login-calls.ts'
import { CSRF_COOKIES } from '#shared/contract/login-limits.ts'
import { deskTwoStep } from '#shared/contract/two-step.ts'
import type { Log } from '#shared/lib/log.ts'
import { connectRealtime } from '#shared/realtime/connect.ts'
import { type AppLogin, createAppLogin, type LoginCalls } from '../kit/login/app-login.ts'
import { type DeskLine, joinDesk } from './seller-events.ts'
import type { DeskMember, DeskStore } from './seller-model.ts'
import type { AddressBar } from './seller-route.ts'
import { createDeskStore } from './seller-store.ts'
import { createSendFile } from './send-file.ts'

export interface DeskSession {
  readonly login: AppLogin<DeskMember>
  /** Null while nobody is logged in. */
  readonly desk: ReadonlySignal<DeskStore | null>
}

interface DeskSessionDeps {
  origin: string
  log: Log
  bar: AddressBar
  /** `document.cookie`. */
  cookies: () => string
  /** From a mailed link to set a new password. */
  resetToken: string | null
  onSwitch: () => void
}

const CALLS: LoginCalls<DeskMember> = {
  who: async (api) => (await api(deskUser, {})).data,
  login: async (api, body) => (await api(deskLogin, { body })).data,
  twoStep: deskTwoStep,
  logout: (api) => api(deskLogout, {}),
  recover: (api, body) => api(deskSessionCalls.recover, { body }),
  setPassword: async (api, body) => (await api(deskSessionCalls.setPassword, { body })).data.email,
}

export function createDeskSession({ origin, log, bar, ...page }: DeskSessionDeps): DeskSession {
  let socketId: () => string | null = () => null
  const login = createAppLogin({
    ...{ ...page, origin, calls: CALLS, cookie: CSRF_COOKIES.member },
    socketId: () => socketId(),
  })
  const { api, csrf, renewal } = login
  const desk = signal<DeskStore | null>(null)
  const connect = async (member: DeskMember, line: DeskLine) => {
    const realtime = await dial(api, { origin, log, line })
    socketId = () => realtime.socketId()
    return joinDesk(realtime, { prefix: realtime.prefix, accountId: member.account.id }, line)
  }
  const sendFile = createSendFile({ csrf, ...renewal })
  let wasClosed = false
  effect(() => {
    const state = login.state.value
    untracked(() => {
      const before = desk.peek()
      const isUsable = state.kind === 'in' && !state.hasEnded && !state.person.needs_two_step
      if (state.kind === 'in' && !state.person.needs_two_step && before === null) {
        const member = state.person
        desk.value = createDeskStore({ api, member, sendFile, bar, connect: (line) => connect(member, line) })
      }
      // The server closed the sockets when the session ended, or when it asked for a second factor.
      if (isUsable && wasClosed) before?.reconnect()
      wasClosed = state.kind === 'in' && !isUsable
      if (state.kind !== 'out') return
      socketId = () => null
      desk.peek()?.dispose()
      desk.value = null
    })
  })
  return { login, desk }
}

async function dial(
  api: Api,
  { origin, log, line }: Pick<DeskSessionDeps, 'origin' | 'log'> & { line: DeskLine },
) {
  const config = await api(realtimeSettings, {})
  const realtime = connectRealtime({
    config,
    siteOrigin: origin,
    authorise: (socket_id, channel_name) => api(deskAuthoriseChannel, { body: { socket_id, channel_name } }),
    handlers: { onState: line.onState },
    log,
  })
  return { ...realtime, prefix: config.prefix }
}
