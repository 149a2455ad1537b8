/** The files that lie beside the loader, and how the messenger is fetched. The build writes a loader that names those whose content never changes. */

export const FULL_FILE = 'plat-messenger.js'
export const LITE_FILE = 'plat-messenger-lite.js'
export const POPUP_FILE = 'plat-popup.js'

export interface Files {
  /** Address of the messenger, of the flavour that was asked for; the popup lies beside it. */
  messengerUrl: string
  /** Fetches and registers the messenger in place of `messengerUrl`, for a page that bundles it. */
  load?: () => Promise<unknown>
  /** The same for the popup. */
  loadPopup?: () => Promise<typeof import('./popup.ts')>
}

/** Of an address that may be relative, as a page's code writes it. */
export const beside = (file: string, neighbor: string): string => neighbor.replace(/[^/]*$/, file)

/** Called again it answers with what it fetched, or tries again. */
export const fetchMessenger = ({ load, messengerUrl }: Files): Promise<unknown> =>
  load?.() ?? import(/* @vite-ignore */ messengerUrl)
