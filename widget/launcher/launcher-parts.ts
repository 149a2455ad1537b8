/** What the launcher, its popup and the files beside it hand to each other. */

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
  /** Fetched for the badge, and good for the messenger's first question; a later question means that it was refused. */
  readonly firstToken: Promise<string | null | undefined>
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
}

export const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const

export type Corner = (typeof CORNERS)[number]

/** What is not said may be left out or null. */
export interface LauncherSettings extends Files {
  apiBase: string
  /** Answers a same-origin GET with `{token}`. */
  tokenUrl?: string | null | undefined
  token?: string | null | undefined
  realtimeConfig?: string | null | undefined
  account?: string | null | undefined
  corner: Corner
  theme?: string | null | undefined
}
