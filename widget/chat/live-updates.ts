/**
 * What comes live, and what was missed while nothing could come. Events are hints and pages the truth (widget.md W-72): after
 * every subscription the list is refreshed and the open thread read back to what it knows; what arrives meanwhile waits.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { inquiryUpdated, offerUpdated } from '#shared/contract/events.ts'
import {
  textMessageInboundSent,
  textMessageOutboundSent,
  textMessagesRead,
  textMessagesSeen,
} from '#shared/contract/messenger.ts'
import type { OfferSummary } from '#shared/contract/offer-summary.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { ChannelHandlers, Realtime, RealtimeState } from '#shared/realtime/realtime.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'
import type { Connection } from '#shared/thread/model.ts'
import type { Decision } from './apply-decision.ts'
import type { Emit } from './chat-events.ts'
import { createInbox, type Inbox, type InboxDeps } from './inbox.ts'
import type { LiveSource } from './live-source.ts'

export interface LiveUpdatesDeps extends InboxDeps {
  readonly source: ReadonlySignal<LiveSource>
  readonly clock: Clock
  readonly emit: Emit
  onRead(accountId: number, ids: readonly number[], total: number | null): void
  /** The account has read these of the customer's own. */
  onSeen(ids: readonly number[], readAt: string): void
  onDecision(decision: Decision): void
  onOffer(offer: OfferSummary): void
  /** Closes the open thread's gap; false when that failed. */
  catchUp(): Promise<boolean>
  onCaughtUp(): void
}

export interface LiveUpdates {
  readonly connection: ReadonlySignal<Connection>
  start(): void
  /** Something has changed that no event tells in full: the list and the open thread are read again. */
  refresh(): void
  /** What happened in a gap is not known yet. */
  isBehind(): boolean
  dispose(): void
}

const NOTES = {
  forbidden: 'Live updates were refused by the server. Reload to see new messages.',
  unanswered: 'Live updates get no answer from the server. Reload to see new messages.',
  unreachable: 'Live updates cannot connect. Reload to see new messages.',
  closed: 'Live updates are not allowed on this page. Reload to see new messages.',
  unloaded: 'Live updates could not be loaded. Reload to see new messages.',
} as const

const TURNED_AWAY = {
  type: 'error',
  code: 'live-refused',
  message:
    'The live server refuses this page: key in realtime-config is wrong, or the server does not accept this origin.',
} as const

export function createLiveUpdates(deps: LiveUpdatesDeps): LiveUpdates {
  const connection = signal<Connection>({ phase: 'connecting' })
  let endEffect = () => {}
  let endSource = () => {}
  let failures = 0

  const inbox = createInbox(deps)
  const catchUps = createCatchUps(deps, inbox)

  function use(source: LiveSource): void {
    endSource()
    failures = 0
    if (source.kind === 'off') {
      connection.value = { phase: 'off', note: source.note }
      return
    }
    connection.value = { phase: 'connecting' }
    endSource = connect(source)
  }

  /** Returns what ends it. Nothing is heard of it afterwards. */
  function connect(source: LiveSource & { kind: 'on' }): () => void {
    let isEnded = false
    let hasBeenLive = false
    let realtime: Realtime | null = null

    const show = (next: Connection) => {
      if (!isEnded) connection.value = next
    }
    const lose = (next: Connection) => {
      if (isEnded) return
      catchUps.stop()
      show(next)
    }
    const end = () => {
      isEnded = true
      catchUps.stop()
      realtime?.close()
    }
    /** The socket itself dials again after every other loss. The note stays until that works. */
    const dialLater = (note: string) => {
      if (isEnded) return
      lose({ phase: 'off', note })
      end()
      endSource = deps.clock.after(redialDelayMs(failures++), () => {
        endSource = connect(source)
      })
    }
    const onState = (state: RealtimeState) => {
      if (state === 'connected') return
      if (state === 'closed') {
        if (!isEnded) deps.emit(TURNED_AWAY)
        dialLater(NOTES.closed)
      } else if (hasBeenLive) lose({ phase: 'lost' })
      else if (state === 'unavailable') lose({ phase: 'off', note: NOTES.unreachable })
    }
    const handlers: ChannelHandlers = {
      onSubscribed() {
        if (isEnded) return
        hasBeenLive = true
        failures = 0
        show({ phase: 'live' })
        catchUps.begin()
      },
      onRefused: (reason) => lose({ phase: 'off', note: NOTES[reason] }),
    }

    source.connect({ onState }).then(
      (made) => {
        if (isEnded) return made.close()
        realtime = made
        listen(made, source.channel, handlers)
      },
      (error: unknown) => {
        deps.log.warn('Live updates could not be loaded', error)
        dialLater(NOTES.unloaded)
      },
    )
    return end
  }

  function listen(realtime: Realtime, name: string, handlers: ChannelHandlers): void {
    const channel = realtime.join(name, handlers)
    channel.listen(textMessageInboundSent, ({ message }) => inbox.take(message))
    channel.listen(textMessageOutboundSent, ({ message }) => inbox.take(message))
    channel.listen(inquiryUpdated, deps.onDecision)
    channel.listen(offerUpdated, ({ offer }) => deps.onOffer(offer))
    channel.listen(textMessagesSeen, (seen) => deps.onSeen(seen.text_messages_ids, seen.read_at))
    channel.listen(textMessagesRead, (read) =>
      deps.onRead(read.account_id, read.text_messages_ids, read.customer_unread_count ?? null),
    )
  }

  return {
    connection,
    start() {
      endEffect()
      endEffect = effect(() => {
        const source = deps.source.value
        use(source)
      })
    },
    refresh: catchUps.begin,
    isBehind: catchUps.isOpen,
    dispose() {
      endEffect()
      endSource()
      endSource = () => {}
      catchUps.stop()
      inbox.dispose()
    },
  }
}

interface CatchUps {
  isOpen(): boolean
  begin(): void
  stop(): void
}

/**
 * Closes the open thread's gap after a subscription, and tries again, less and less often, while that fails and the line holds. A
 * list that fails is asked for again whoever asked for it (see createChatStore).
 */
function createCatchUps(deps: LiveUpdatesDeps, inbox: Inbox): CatchUps {
  let round = 0
  let isOpen = false
  let cancelRetry = () => {}

  async function run(mine: number, attempt: number): Promise<void> {
    inbox.hold()
    void deps.reload()
    const isClosed = await deps.catchUp()
    if (mine !== round) return
    inbox.release()
    isOpen = !isClosed
    if (isClosed) return deps.onCaughtUp()
    cancelRetry = deps.clock.after(redialDelayMs(attempt), () => void run(mine, attempt + 1))
  }

  function stop(): void {
    round++
    isOpen = false
    cancelRetry()
    inbox.release()
  }

  return {
    stop,
    isOpen: () => isOpen,
    begin() {
      stop()
      isOpen = true
      void run(round, 0)
    },
  }
}
