/** What the launcher, its popup and the files beside it hand to each other. */
import type { PlatMessengerElement } from '../element/messenger-element.ts'

export interface Popup {
  toggle(): void
}

/** What `popup.ts` exports. It is fetched late, so nothing here imports it. */
export interface PopupModule {
  attachPopup(launcher: Launcher): Popup
}

/** What the popup is given to hold on to. */
export interface Launcher {
  readonly settings: LauncherSettings
  readonly root: ShadowRoot
  readonly button: HTMLButtonElement
  readonly badge: HTMLElement
  /** Fetched for the badge, and good for the messenger's first question; a later question means that it was refused. */
  firstToken: Promise<string | null | undefined>
  /** Where each further one comes from. */
  ask(): Promise<string | null | undefined>
  unread: number
  isOpen: boolean
  /** Has the button say the two above. */
  show(): void
}

export interface Files {
  /** Address of the messenger, of the flavour that was asked for; the popup lies beside it. */
  messengerUrl: string
  /** Fetches and registers the messenger in place of `messengerUrl`, for a page that bundles it. */
  load?: () => Promise<unknown>
  /** The same for the popup. */
  loadPopup?: () => Promise<PopupModule>
  /** The same for the form of a publishable key. */
  loadGuest?: () => Promise<unknown>
}

/** What is not said may be left out or null. */
export interface LauncherSettings extends Files {
  apiBase: string
  /** Answers a same-origin GET with `{token}`. */
  tokenUrl?: string | null | undefined
  token?: string | null | undefined
  realtimeConfig?: string | null | undefined
  account?: string | null | undefined
  /** A deal of the account that the page is about, by its id. */
  property?: string | null | undefined
  /** `bottom-right` if neither the page nor the settings of its key name one. */
  corner?: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left' | undefined
  theme?: string | null | undefined
  /** A CSS color. This and the next three come from the settings of the key when they are absent; an empty string means none. */
  accent?: string | null | undefined
  /** For visitors who have not written yet. */
  greeting?: string | null | undefined
  /** When somebody answers, e.g. `Mo-Fr 09:00-17:00; Sa 10:00-14:00 America/Chicago`. */
  hours?: string | null | undefined
  /** Paths on which it appears, with spaces between them, e.g. `/homes/* /contact`. */
  pages?: string | null | undefined
  /** The publishable key of a seller: everything else may then be left out. */
  key?: string | null | undefined
  /** Instead of `tokenUrl` and `token`: called for each bearer, by the launcher and its messenger. */
  ask?: () => Promise<string | null | undefined>
  /** What a publishable key brings along for the popup. */
  inside?: Inside
}

/** What the popup shows besides the messenger. */
export interface Inside {
  /** In place of the messenger, for a visitor without a bearer; null for nothing. */
  before(launcher: Launcher, on: { started(): void; close(): void }): Promise<HTMLElement | null>
  /** The messenger, or what it is shown in. */
  around(launcher: Launcher, messenger: PlatMessengerElement): Promise<HTMLElement>
}
