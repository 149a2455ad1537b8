/** The files that lie beside the loader, and how the messenger is fetched. The build writes a loader that names those whose content never changes. */
export const FULL_FILE = 'plat-messenger.js'
export const LITE_FILE = 'plat-messenger-lite.js'
export const POPUP_FILE = 'plat-popup.js'
export const KEY_FILE = 'plat-key.js'
export const GUEST_FILE = 'plat-guest.js'

/** Of an address that may be relative, as a page's code writes it. */
export const beside = (file: string, neighbor: string): string => neighbor.replace(/[^/]*$/, file)

/** Of the module at `url`. Called again it tries again under another address: a browser remembers that a module did not come. */
export const importer =
  <Module>(url: string) =>
  (): Promise<Module> =>
    import(/* @vite-ignore */ url).catch((error) => {
      url += '?'
      throw error
    })
