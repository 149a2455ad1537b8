/** `window.reference`: the same bubbles in a plain React list, one element for each message. */
import { createRoot, type Root } from 'react-dom/client'
import type { Message } from '#shared/thread/model.ts'
import { toMessage } from '#shared/thread/translate.ts'
import { fakeStore } from '#tests/widget/ui/fake-store.ts'
import { messengerSheet } from '#widget/element/stylesheet.ts'
import { MessageBubble } from '#widget/ui/thread/message-bubble.tsx'
import { type Bench, painted, timed, until } from './frames.ts'
import { wireMessage } from './messages.ts'

const SIGHTINGS = { watch: () => () => {} }
/** No message of the bench carries an offer, so nobody asks it for anything. */
const { store: STORE } = fakeStore()
const JOINED = { before: false, after: false }

function List({ messages }: { messages: readonly Message[] }) {
  return (
    <div data-root="">
      <div role="log" className="h-full overflow-y-auto px-5">
        {messages.map((message) => (
          <div key={message.id} className="flex flex-col pb-3">
            <MessageBubble
              message={message}
              joined={JOINED}
              name="Lone Star"
              store={STORE}
              sightings={SIGHTINGS}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

export function createReference(stage: HTMLElement): Bench {
  let root: Root | null = null
  let box: ShadowRoot | null = null
  let messages: readonly Message[] = []

  const log = () => {
    const element = box?.querySelector<HTMLElement>('[role=log]')
    if (!element) throw new Error('load a thread first')
    return element
  }
  async function show(next: readonly Message[]): Promise<void> {
    messages = next
    if (!root) {
      const host = document.createElement('div')
      host.style.height = '100%'
      stage.replaceChildren(host)
      box = host.attachShadow({ mode: 'open' })
      box.adoptedStyleSheets = [messengerSheet()]
      root = createRoot(box)
    }
    root.render(<List messages={messages} />)
    const id = messages.at(-1)?.id
    await until(() => box?.querySelector(`[data-message="${id}"]`) != null, 'the last message is in the list')
    log().scrollTop = log().scrollHeight
    await painted()
  }
  const message = (index: number) => toMessage(wireMessage(index))
  return {
    load: (count) => timed(() => show(Array.from({ length: count }, (_, index) => message(index)))),
    append: (count) =>
      timed(() =>
        show([...messages, ...Array.from({ length: count }, (_, index) => message(messages.length + index))]),
      ),
    scroller: log,
    lastText: () => [...log().querySelectorAll('[data-bubble]')].at(-1)?.textContent ?? '',
    raw: (text) => show([toMessage(wireMessage(0, text))]),
  }
}
