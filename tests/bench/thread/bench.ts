/** `window.bench`: the real element, from its attributes to its pixels. */
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import { definePlatMessenger } from '#widget/index.ts'
import { type Bench, painted, timed, until } from './frames.ts'
import { wireMessage } from './messages.ts'
import { API_BASE, type Transport } from './transport.ts'

export function createBench(transport: Transport, stage: HTMLElement): Bench {
  definePlatMessenger()
  const root = () => stage.querySelector('plat-messenger')?.shadowRoot ?? null
  const log = () => root()?.querySelector<HTMLElement>('[role=log]') ?? null
  /** Each has a row of its own. */
  let days = new Set<string>()
  const last = () => [...(root()?.querySelectorAll<HTMLElement>('[data-index]') ?? [])].at(-1) ?? null

  /** The last row drawn is the thread's last, and the thread has as many rows as messages and days. */
  function isComplete(): boolean {
    const row = last()
    const rows = transport.messages.length + days.size
    return row?.dataset.index === String(rows - 1) && isShown(row, transport.messages.at(-1))
  }

  async function show(messages: TextMessageWire[]): Promise<void> {
    stage.replaceChildren()
    await painted()
    transport.messages = messages
    days = new Set(messages.map(dayOf))
    const element = document.createElement('plat-messenger')
    element.apiBase = API_BASE
    element.realtimeConfig = { key: 'key', wsHost: 'api.example', forceTLS: true }
    element.account = 1
    element.token = 'a-token'
    stage.append(element)
    await until(isComplete, `${messages.length} messages are in the thread`)
    await painted()
  }

  function push(message: TextMessageWire): void {
    days.add(dayOf(message))
    transport.push(message)
  }

  return {
    load: async (count) => {
      const messages = Array.from({ length: count }, (_, index) => wireMessage(index))
      const took = await timed(() => show(messages))
      await until(transport.isJoined, 'the channel is joined')
      return took
    },
    append: (count) =>
      timed(async () => {
        for (let i = 0; i < count; i++) push({ ...wireMessage(transport.messages.length), type: 'outbound' })
        await until(isComplete, 'the last message is in the thread')
        await painted()
      }),
    scroller() {
      const element = log()
      if (!element) throw new Error('load a thread first')
      return element
    },
    lastText: () => last()?.querySelector('[data-bubble]')?.textContent ?? '',
    raw: (text) => show([wireMessage(0, text)]),
  }
}

function isShown(row: HTMLElement, message: TextMessageWire | undefined): boolean {
  return row.querySelector<HTMLElement>('[data-message]')?.dataset.message === String(message?.id)
}

const dayOf = ({ created_at }: TextMessageWire): string => new Date(created_at ?? 0).toDateString()
