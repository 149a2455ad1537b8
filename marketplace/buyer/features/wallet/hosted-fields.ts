/**
 * The provider's page of card fields, seen from the page that frames it. What it says is heard only from that very frame and
 * only from its own origin; what it is told goes to that origin alone.
 */
import {
  BILLING_FRAME_SOURCE,
  type BillingFrameCommand,
  type BillingFrameMessage,
  billingFrameMessage,
} from '#shared/contract/billing-frames.ts'

export type Tokenized =
  | { readonly kind: 'token'; readonly token: string }
  /** The fields' page marks what is wrong; `message` says it once more. */
  | { readonly kind: 'invalid'; readonly message: string }

interface Heard {
  readonly origin: string
  readonly source: unknown
  readonly data: unknown
}

interface FrameWindow {
  postMessage(message: unknown, targetOrigin: string): void
}

/** The part of a window that hears. */
export interface Host {
  addEventListener(type: 'message', listener: (event: Heard) => void): void
  removeEventListener(type: 'message', listener: (event: Heard) => void): void
}

export interface FrameDeps {
  host: Host
  frame: () => FrameWindow | null
  /** Of the frame's page. */
  origin: string
}

/** Returns what ends it. Anything that is not said in the agreed form is passed over. */
export function hearFrame(
  { host, frame, origin }: FrameDeps,
  handle: (message: BillingFrameMessage) => void,
): () => void {
  const hear = (event: Heard) => {
    if (event.origin !== origin || event.source === null || event.source !== frame()) return
    const read = billingFrameMessage.safeParse(event.data)
    if (read.success) handle(read.data)
  }
  host.addEventListener('message', hear)
  return () => host.removeEventListener('message', hear)
}

/** Asks the fields for a token of what was typed into them. */
export function askToken(deps: FrameDeps): Promise<Tokenized> {
  return new Promise((resolve) => {
    const end = hearFrame(deps, (message) => {
      if (message.type === 'token') answer({ kind: 'token', token: message.token })
      if (message.type === 'invalid') answer({ kind: 'invalid', message: message.message })
    })
    function answer(tokenized: Tokenized) {
      end()
      resolve(tokenized)
    }
    const submit: BillingFrameCommand = { source: BILLING_FRAME_SOURCE, type: 'submit' }
    deps.frame()?.postMessage(submit, deps.origin)
  })
}

/** The address to frame, which tells the page whom it may talk to. */
export function frameAddress(
  address: string,
  page: string,
  more: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(address, page)
  url.searchParams.set('parent', new URL(page).origin)
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value)
  return url
}
