/**
 * `<plat-messenger>`: inputs in, events out, screens in a shadow root. r2wc gives the shadow root and mounts React;
 * everything a host page touches is here. Importing this registers nothing and works without a DOM.
 */
import { computed, signal } from '@preact/signals-core'
import r2wc from '@r2wc/react-to-web-component'
import { systemClock } from '#shared/lib/clock.ts'
import { consoleLog } from '#shared/lib/log.ts'
import { browserStores } from '#shared/lib/web-stores.ts'
import type { ChatEvent } from '../chat/chat-events.ts'
import { createSession, type Session } from '../chat/session.ts'
import type { TokenProvider } from '../chat/token-provider.ts'
import { aboutPage } from './about-page.ts'
import { browserTabs } from './browser-tabs.ts'
import { emitFrom } from './events.ts'
import { accountOf, createInputs, textOf } from './inputs.ts'
import { nextTask } from './next-task.ts'
import type { PageContext } from './page-context.ts'
import { putHost, Screen } from './screen.tsx'
import { keepScrollPlaces } from './scroll-places.ts'
import { messengerSheet } from './stylesheet.ts'
import { VERSION } from './version.ts'

interface MountingElement extends HTMLElement {
  connectedCallback(): void
  disconnectedCallback(): void
}

// Node has no HTMLElement; a class that is never registered may extend anything there.
const Base = (
  typeof HTMLElement === 'undefined' ? class {} : r2wc(Screen, { shadow: 'open', props: {} })
) as new () => MountingElement

const PROPERTIES = [
  'token',
  'apiBase',
  'realtimeConfig',
  'tokenProvider',
  'account',
  'property',
  'context',
] as const
const log = consoleLog('plat-messenger')

export class PlatMessengerElement extends Base {
  /** Of the build this class came with, like `0.1.0`. */
  static readonly version = VERSION
  static readonly observedAttributes = [
    'token',
    'api-base',
    'realtime-config',
    'account',
    'property',
    'context',
    'closable',
    'dir',
  ]

  readonly #inputs = createInputs()
  readonly #session = signal<Session | null>(null)
  readonly #pageAccount = signal<number | null>(null)
  readonly #account = computed(() => this.#inputs.account.value ?? this.#pageAccount.value)
  readonly #isClosable = signal(false)
  readonly #direction = signal<'ltr' | 'rtl'>('ltr')
  #putScrollPlaces = () => {}
  #hasStarted = false
  #readsPageAccount = true

  constructor() {
    super()
    const root = this.shadowRoot
    if (!root) return
    root.adoptedStyleSheets = [messengerSheet()]
    this.#putScrollPlaces = keepScrollPlaces(root)
    putHost(root, {
      session: computed(() => this.#session.value?.state.value ?? { phase: 'signed-out' as const }),
      account: this.#account,
      isClosable: this.#isClosable,
      direction: this.#direction,
      clock: systemClock,
      close: () => emitFrom(this, 'plat-messenger:close', {}),
    })
  }

  /** Write-only in effect: a bearer that was handed in cannot be read back. Null or blank logs out. */
  get token(): string | null {
    return null
  }
  set token(value: string | null | undefined) {
    const token = textOf(value)
    if (token === null && this.#inputs.token.peek() !== null) this.logout()
    else this.#inputs.token.value = token
  }

  /** The customer area of the backend, e.g. `https://host/customer/api`. */
  get apiBase(): string | null {
    return this.#inputs.apiBase.peek()
  }
  set apiBase(value: string | null | undefined) {
    this.#inputs.apiBase.value = textOf(value)
  }

  /** JSON or an object. One that cannot be read leaves live updates off and is told by an error event. */
  get realtimeConfig(): unknown {
    return this.#inputs.realtimeConfig.peek()
  }
  set realtimeConfig(value: unknown) {
    this.#inputs.realtimeConfig.value = value ?? null
  }

  get tokenProvider(): TokenProvider | null {
    return this.#inputs.tokenProvider.peek()
  }
  set tokenProvider(value: TokenProvider | null | undefined) {
    this.#inputs.tokenProvider.value = typeof value === 'function' ? value : null
  }

  /** Account id of the conversation to open, null to close it; as long as it was never set, the page's `?account=`. */
  get account(): number | null {
    return this.#inputs.account.peek()
  }
  set account(value: number | string | null | undefined) {
    this.#readsPageAccount = false
    this.#pageAccount.value = null
    this.#inputs.account.value = accountOf(value)
  }

  /** A deal of that account's, by its id: its card goes along with the next message to the account, and this is null again. */
  get property(): number | null {
    return this.#inputs.property.peek()
  }
  set property(value: number | string | null | undefined) {
    this.#inputs.property.value = accountOf(value)
  }

  /** The same for the seller to see: true for this page's title and address, or others. */
  get context(): PageContext {
    return this.#inputs.context.peek()
  }
  set context(value: PageContext) {
    this.#inputs.context.value = value ?? null
  }

  /** Delivers what was read and is not reported yet. Resolves when the backend has answered; never rejects. */
  async flushReadMarks(): Promise<void> {
    await this.#session.peek()?.flushReadMarks()
  }

  /** Forgets the identity and everything that belongs to it. */
  logout(): void {
    this.#session.peek()?.logout()
    this.#inputs.token.value = null
  }

  /** To where one goes on: the open conversation's composer, else the search. */
  override focus(options?: FocusOptions): void {
    const fields = this.shadowRoot?.querySelectorAll<HTMLElement>('textarea, input') ?? []
    const shown = [...fields].filter((field) => field.getClientRects().length > 0)
    ;(shown.find((field) => field.localName === 'textarea') ?? shown[0])?.focus(options)
  }

  override connectedCallback(): void {
    this.#upgradeProperties()
    this.#readDirection()
    super.connectedCallback()
    this.#putScrollPlaces()
    if (this.#hasStarted) return
    this.#hasStarted = true
    // A page that appends the element and then sets its properties in one go has set them by then.
    queueMicrotask(() => {
      if (this.isConnected && this.#hasStarted) this.#start()
      else this.#hasStarted = false
    })
  }

  /** A move is a disconnect and a connect in one task: only what stays away is torn down. */
  override disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return
      super.disconnectedCallback()
      this.#session.peek()?.dispose()
      this.#session.value = null
      this.#hasStarted = false
    })
  }

  /** Being here, it keeps `moveBefore` from disconnecting. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string, _old: string | null, value: string | null): void {
    if (name === 'token') this.#consumeToken(value)
    else if (name === 'api-base') this.apiBase = value
    else if (name === 'realtime-config') this.realtimeConfig = value
    else if (name === 'account' || name === 'property') this[name] = value
    else if (name === 'context') this.context = value !== null
    else if (name === 'closable') this.#isClosable.value = value !== null
    else this.#readDirection()
  }

  /** The attribute is consumed at once, so by its removal a page can only mean: log out. */
  override removeAttribute(name: string): void {
    super.removeAttribute(name)
    if (name.toLowerCase() === 'token') this.token = null
  }

  #consumeToken(value: string | null): void {
    if (value === null) return
    super.removeAttribute('token')
    this.token = value
  }

  #start(): void {
    if (this.#readsPageAccount)
      this.#pageAccount.value = accountOf(new URLSearchParams(location.search).get('account'))
    this.#session.value = createSession({
      inputs: this.#inputs,
      clock: systemClock,
      log,
      stores: browserStores(),
      tabs: browserTabs(),
      painted: afterPaint,
      isOnline: () => navigator.onLine,
      emit: (event) => this.#emit(event),
      about: (accountId) =>
        accountId === this.#account.peek()
          ? aboutPage(this.#inputs.property.peek(), this.#inputs.context.peek())
          : {},
    })
  }

  /** What was said once is not said again. */
  #emit({ type, ...detail }: ChatEvent): void {
    const { property, context } = this.#inputs
    if (type === 'sent') property.value = context.value = null
    emitFrom(this, `plat-messenger:${type}`, detail as never)
  }

  #readDirection(): void {
    this.#direction.value = directionOf(this)
  }

  /** What was set on the plain element before this class was defined hides our accessors until it is set again. */
  #upgradeProperties(): void {
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue
      const value: unknown = this[name]
      delete (this as Partial<Record<typeof name, unknown>>)[name]
      Object.assign(this, { [name]: value })
    }
  }
}

/** The browser's own answer: it knows a `dir` beyond a foreign shadow root, and what `auto` comes to. */
function directionOf(element: Element): 'ltr' | 'rtl' {
  try {
    return element.matches(':dir(rtl)') ? 'rtl' : 'ltr'
  } catch {
    // An older browser does not know the question.
    return element.closest('[dir]')?.getAttribute('dir')?.toLowerCase() === 'rtl' ? 'rtl' : 'ltr'
  }
}

/** A page that draws no frames, as a frame out of view, is not waited for any longer. */
const NO_FRAME_MS = 1000

/**
 * Waits until what is on its way to the screen is there. Resolves when the next frame has been painted, and at once
 * where nothing is painted.
 */
function afterPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, NO_FRAME_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      void nextTask().then(resolve)
    })
  })
}
