/** What the files of a publishable key hand to each other. Apart from `launcher-parts.ts`, whose types the npm package carries. */
import type { GuestTokenWire, SiteSummaryWire } from '#shared/contract/guests.ts'
import type { LauncherSettings } from '../launcher-parts.ts'

/** What `site-key/guest.ts` exports. It is fetched late, so nothing here imports it. */
export interface GuestModule {
  dressGuest(root: ShadowRoot): void
  guestForm(guest: GuestDoor, settings: LauncherSettings, on: GuestFormEvents): HTMLElement
  guestFrame(guest: GuestDoor, messenger: HTMLElement): HTMLElement
  /** For a conversation without messages. */
  welcome(site: SiteSummaryWire, settings: LauncherSettings): HTMLElement
}

export interface GuestFormEvents {
  /** The guest has a bearer: the messenger may take the form's place. */
  started(token: string): void
  close(): void
  /** The page's own login, which it offers. */
  login: (() => void) | null
}

/** What the server refused: in words, and by field. */
export interface Refused {
  readonly message?: string
  readonly code?: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
}

export type GuestAnswer<Data> =
  | { readonly data: Data; readonly refused?: undefined }
  | { readonly data?: undefined; readonly refused: Refused }

/** What the panels of a visitor without a login work with. */
export interface GuestDoor {
  readonly site: SiteSummaryWire
  /** A call below `{api}/site-keys/{key}`, or with a bearer below `{api}`. Rejects when there is no answer that can be read. */
  call<Data>(path: string, body?: object, token?: string): Promise<GuestAnswer<Data>>
  /** Proves this browser: by the key it keeps, or by one that was made for this page. */
  proof(challenge: string): Promise<{ public_key: string; challenge: string; signature: string }>
  /** From now on this browser is the guest's: over a reload too, where the browser keeps anything. */
  remember(issued: GuestTokenWire): Promise<void>
  /** The guest who writes here; null for nobody. */
  current: GuestTokenWire | null
}
