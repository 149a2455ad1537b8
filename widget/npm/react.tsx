/** `plat-messenger/react`: the tag as a component. Properties and events are props, the ref is the element. React 18 and 19. */
import {
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import type { TokenProvider } from '../chat/token-provider.ts'
import { definePlatMessenger, TAG } from '../element/define.ts'
import type { PlatMessengerEventMap, PlatMessengerEventName } from '../element/events.ts'
import type { PlatMessengerElement } from '../element/messenger-element.ts'
import type { PageContext } from '../element/page-context.ts'

// As in `define.ts`: with this name come the types of the tag, its events among them, which a ref to it needs.
export type { PlatMessengerAttributes } from '../element/jsx.ts'

const INPUTS = [
  'token',
  'apiBase',
  'realtimeConfig',
  'tokenProvider',
  'account',
  'property',
  'context',
] as const

interface Inputs {
  token?: string | null | undefined
  apiBase?: string | null | undefined
  realtimeConfig?: unknown
  tokenProvider?: TokenProvider | null | undefined
  account?: number | string | null | undefined
  property?: number | string | null | undefined
  context?: PageContext
}

const EVENTS = {
  onReady: 'plat-messenger:ready',
  onUnread: 'plat-messenger:unread',
  onConversation: 'plat-messenger:conversation',
  onSent: 'plat-messenger:sent',
  onProperty: 'plat-messenger:property',
  onAuthRequired: 'plat-messenger:auth-required',
  onError: 'plat-messenger:error',
  onClose: 'plat-messenger:close',
} as const satisfies Record<string, PlatMessengerEventName>

type Handlers = {
  [P in keyof typeof EVENTS]?: ((event: PlatMessengerEventMap[(typeof EVENTS)[P]]) => void) | undefined
}

export interface PlatMessengerProps
  extends Inputs,
    Handlers,
    Omit<HTMLAttributes<HTMLElement>, keyof Handlers | keyof Inputs> {
  /** Shows the close button that a popup needs on small screens. */
  closable?: boolean | undefined
  'data-theme'?: 'light' | 'dark' | undefined
}

export const PlatMessenger: ForwardRefExoticComponent<
  PlatMessengerProps & RefAttributes<PlatMessengerElement>
> = forwardRef<PlatMessengerElement, PlatMessengerProps>(function PlatMessenger(props, ref) {
  const element = useRef<PlatMessengerElement>(null)
  useImperativeHandle(ref, () => element.current as PlatMessengerElement, [])
  useRegistration()
  useInputs(element, props)
  useHandlers(element, props)
  const { closable } = props
  return createElement(TAG, {
    ...attributesOf(props),
    ref: element,
    ...(closable ? { closable: '' } : {}),
  })
})

/**
 * Not at the import: a tag that a server drew would begin before the host's React takes the page over. React marks a document that
 * it listens to, ours would do so first, and where the host's root is the document itself, as in Next, no handler of the host's would
 * ever be called.
 */
function useRegistration(): void {
  useLayoutEffect(() => void definePlatMessenger(), [])
}

/** Only what changed is set: setting a token again, or an account that was never said, would mean something. */
function useInputs(element: { readonly current: PlatMessengerElement | null }, props: Inputs): void {
  const set = useRef<Inputs>({})
  useLayoutEffect(() => {
    for (const name of INPUTS) {
      if (props[name] === set.current[name]) continue
      if (element.current) Object.assign(element.current, { [name]: props[name] ?? null })
    }
    set.current = props
  })
}

function useHandlers(element: { readonly current: PlatMessengerElement | null }, props: Handlers): void {
  const latest = useRef<Handlers>(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => {
    const node = element.current
    if (!node) return
    const heard = Object.entries(EVENTS).map(([prop, name]) => {
      const hear = (event: Event) => latest.current[prop as keyof Handlers]?.(event as never)
      node.addEventListener(name, hear)
      return () => node.removeEventListener(name, hear)
    })
    return () => {
      for (const stop of heard) stop()
    }
  }, [element])
}

/** What the tag itself is given: everything that is neither an input nor a handler. */
function attributesOf(props: PlatMessengerProps): Record<string, unknown> {
  const taken = new Set<string>([...INPUTS, ...Object.keys(EVENTS), 'closable'])
  return Object.fromEntries(Object.entries(props).filter(([name]) => !taken.has(name)))
}
