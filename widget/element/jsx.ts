/** Types of the tag for TypeScript pages: in the DOM, its events, and React's JSX. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { TokenProvider } from '../chat/token-provider.ts'
import type { PlatMessengerEventMap } from './events.ts'
import type { PlatMessengerElement } from './messenger-element.ts'
import type { PageContext } from './page-context.ts'

/** React 19 listens to an event of the element by `on` and its whole name; React 18 does not. */
type Handlers = {
  [N in keyof PlatMessengerEventMap as `on${N}`]?: ((event: PlatMessengerEventMap[N]) => void) | undefined
}

/** What may be written on the tag. React 19 sets known names as properties, React 18 as attributes. */
export interface PlatMessengerAttributes
  extends Handlers,
    DetailedHTMLProps<Omit<HTMLAttributes<PlatMessengerElement>, 'property'>, PlatMessengerElement> {
  token?: string | null | undefined
  'api-base'?: string | undefined
  apiBase?: string | null | undefined
  'realtime-config'?: string | undefined
  realtimeConfig?: unknown
  tokenProvider?: TokenProvider | null | undefined
  account?: number | string | null | undefined
  property?: number | string | null | undefined
  context?: PageContext
  closable?: boolean | undefined
  'data-theme'?: 'light' | 'dark' | undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'plat-messenger': PlatMessengerElement
  }
  interface HTMLElementEventMap extends PlatMessengerEventMap {}
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'plat-messenger': PlatMessengerAttributes
    }
  }
}
