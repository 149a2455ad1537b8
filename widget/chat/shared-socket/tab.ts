/** One tab on a line: it waits for the lock, holds the socket when it has it, and listens to whoever holds it until then. */

import { newClientId } from '#shared/lib/client-id.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type {
  ChannelHandlers,
  LiveSocket,
  RealtimeHandlers,
  Subscription,
} from '#shared/realtime/realtime.ts'
import { createEventDispatcher } from './event-dispatcher.ts'
import { createLeader, type Leader } from './leader.ts'
import { createLeaderHeartbeat } from './leader-heartbeat.ts'
import type { TabChannel, TabHost, TabLife } from './tab-host.ts'
import { createTabLock } from './tab-lock.ts'
import { type LineMessage, readLineMessage } from './tab-message.ts'

export interface MemberDeps {
  readonly tabs: TabHost | null
  readonly name: string
  readonly channel: string
  readonly clock: Clock
  readonly log: Log
  readonly handlers: ChannelHandlers
  readonly onState: RealtimeHandlers['onState']
  dial(handlers: RealtimeHandlers): LiveSocket
}

export interface Member {
  readonly subscription: Subscription
  socketId(): string | null
  tell(name: string, payload: unknown): void
  writing(): (isOutcomeKnown: boolean) => void
}

export function joinTab(deps: MemberDeps): Member {
  const { tabs, clock, log } = deps
  /** Another one each time this tab begins to wait or to hold, so that nobody takes it for what it was. */
  let me = newClientId()
  const channel: TabChannel | null = tabs?.openChannel(deps.name) ?? null
  let holding: Leader | null = null
  /** Who holds the socket, as far as a listener knows. */
  let holder: string | null = null
  let isAlone = false

  const post = (message: LineMessage) => {
    if (!isAlone) channel?.post(message)
  }
  const isHidden = () => tabs?.life() !== 'visible'

  const eventDispatcher = createEventDispatcher({
    clock,
    log,
    handlers: deps.handlers,
    onState: deps.onState,
    onName: (event) => holding?.listen(event),
  })
  const leaderHeartbeat = createLeaderHeartbeat({
    clock,
    ask: () => post({ kind: holder === null ? 'hello' : 'ask', from: me }),
    onSilence: () => turn.steal(),
  })
  const turn = createTabLock({
    tabs,
    name: deps.name,
    onHeld: hold,
    onStolen() {
      if (holding) drop()
      rejoin()
    },
    onNone(error) {
      log.warn('Tabs do not share a socket here', error)
      goAlone()
    },
  })

  function hold(): void {
    leaderHeartbeat.stop()
    eventDispatcher.interrupted()
    me = newClientId()
    post({ kind: 'claim', from: me })
    holding = createLeader({
      me,
      channel: deps.channel,
      eventDispatcher,
      dial: deps.dial,
      post,
      isHidden,
      onRefused() {
        // A socket of its own may be let in when it is dialled again; another tab may be let in now.
        if (!isAlone) leave()
      },
    })
  }

  function drop(): void {
    holding?.end()
    holding = null
    post({ kind: 'bye', from: me })
  }

  function rejoin(): void {
    me = newClientId()
    follow(null)
    turn.wait()
    leaderHeartbeat.stop()
    if (isHidden()) post({ kind: 'hello', from: me })
    else leaderHeartbeat.start()
  }

  /** What others said while this tab listened to one is missed. */
  function follow(next: string | null): void {
    if (next === holder && next !== null) return
    holder = next
    eventDispatcher.missed()
    eventDispatcher.interrupted()
  }

  function goAlone(): void {
    leaveOthers()
    hold()
  }

  function lives(life: TabLife): void {
    if (life === 'frozen') {
      // A page that is stopped must neither keep the lock nor be given it.
      leaderHeartbeat.stop()
      drop()
      turn.end()
    } else if (!turn.isWanted) rejoin()
    else if (holding || life === 'hidden') leaderHeartbeat.stop()
    else leaderHeartbeat.start()
  }

  function hear(raw: unknown): void {
    const said = readLineMessage(raw)
    if (!said || !turn.isWanted) return
    if (said.kind === 'news') eventDispatcher.hear(said.name, said.payload)
    else if (holding) holding.hear(said)
    else listen(said)
  }

  function listen(said: LineMessage): void {
    const { kind, from } = said
    if (kind === 'claim' || (kind === 'bye' && from === holder)) {
      follow(kind === 'claim' ? from : null)
      leaderHeartbeat.answered()
      post({ kind: 'hello', from: me })
    } else if (kind === 'status' && said.to.includes(me)) {
      follow(from)
      leaderHeartbeat.answered()
      eventDispatcher.take(from, said.status)
    } else if (kind === 'event' && from === holder) eventDispatcher.hear(said.name, said.payload)
    else if (kind === 'answer') answered(said)
  }

  function answered(said: LineMessage & { kind: 'answer' }): void {
    leaderHeartbeat.answered()
    if (said.from !== holder) post({ kind: 'hello', from: me })
    // A hidden tab dials as slowly as its timers run; one that is looked at need not wait for it.
    else if (!said.isLive && said.isHidden && !isHidden()) turn.steal()
  }

  function leaveOthers(): void {
    leaderHeartbeat.stop()
    endLife()
    drop()
    channel?.close()
    turn.end()
    // Nothing may be said on a channel that is closed, and a line may be left twice.
    isAlone = true
  }

  function leave(): void {
    eventDispatcher.end()
    leaveOthers()
  }

  const endLife = tabs?.onLife(lives) ?? (() => undefined)
  channel?.onMessage(hear)
  if (!channel) goAlone()
  else if (tabs?.life() !== 'frozen') rejoin()

  return {
    subscription: { listen: eventDispatcher.listen, leave },
    socketId: () => holding?.socketId() ?? null,
    tell: (event, payload) => post({ kind: 'news', from: me, name: event, payload }),
    writing: () => holding?.writing() ?? (() => undefined),
  }
}
