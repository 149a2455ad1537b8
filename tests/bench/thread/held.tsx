/** `window.heldThread`: opens a thread whose whole history a real store holds already, so that nothing but drawing is timed. */
import { createRoot, type Root } from 'react-dom/client'
import { systemClock } from '#shared/lib/clock.ts'
import { consoleLog } from '#shared/lib/log.ts'
import type { ChatStore } from '#shared/thread/model.ts'
import { createSession, type Session } from '#widget/chat/session.ts'
import { createInputs } from '#widget/element/inputs.ts'
import { messengerSheet } from '#widget/element/stylesheet.ts'
import { ThreadPanel } from '#widget/ui/thread/thread-panel.tsx'
import { painted, timed, until } from './frames.ts'
import { wireMessage } from './messages.ts'
import { API_BASE, type Transport } from './transport.ts'

export interface Held {
  /** Resolves when a store has all of `count` messages. */
  fill(count: number): Promise<void>
  /** From the first render to the painted end of the thread. */
  open(): Promise<{ ms: number }>
}

export function createHeld(transport: Transport, stage: HTMLElement): Held {
  let session: Session | null = null
  let root: Root | null = null

  function storeOf(): ChatStore | null {
    const state = session?.state.peek()
    return state?.phase === 'authorised' ? state.store : null
  }
  const lastId = () => transport.messages.at(-1)?.id

  return {
    async fill(count) {
      session?.dispose()
      transport.messages = Array.from({ length: count }, (_, index) => wireMessage(index))
      const inputs = createInputs()
      inputs.apiBase.value = API_BASE
      inputs.token.value = 'a-token'
      session = createSession({ inputs, clock: systemClock, log: consoleLog('bench'), emit: () => {} })
      await until(() => storeOf()?.conversations.all.peek().length === 1, 'the list is there')
      storeOf()?.select(1)
      const hasAll = () => (storeOf()?.thread.rows.peek().count ?? 0) >= count
      await until(hasAll, `${count} messages are in the store`)
    },
    async open() {
      const store = storeOf()
      if (!store) throw new Error('fill a store first')
      root?.unmount()
      const host = document.createElement('div')
      host.style.height = '100%'
      stage.replaceChildren(host)
      const box = host.attachShadow({ mode: 'open' })
      box.adoptedStyleSheets = [messengerSheet()]
      await painted()
      const isShown = () => {
        const bubble = box.querySelector(`[data-message="${lastId()}"] [data-bubble]`)
        return bubble !== null && getComputedStyle(bubble).visibility === 'visible'
      }
      return timed(async () => {
        root = createRoot(box)
        root.render(
          <div data-root="" style={{ height: '100%', display: 'flex' }}>
            <ThreadPanel store={store} name="Lone Star" toEnd={{ current: () => {} }} />
          </div>,
        )
        await until(isShown, 'the last message is shown')
        await painted()
      })
    },
  }
}
