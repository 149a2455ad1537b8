/** Fetches Google's maps script, of the version this was written for. Once a page; after a failure the next call tries anew. */
import { MAPS_LIBRARY_VERSION } from '#shared/contract/limits.ts'
import type { GoogleMaps } from './google-maps.ts'

const SCRIPT = 'https://maps.googleapis.com/maps/api/js'
/** Google calls it by name when everything is there. */
const READY = 'platMapsReady'

interface GoogleWindow {
  google?: { maps?: GoogleMaps }
  [READY]?: () => void
}

/** Rejects when the script cannot be loaded, e.g. where it is blocked. */
export function loadGoogle(document: Document, key: string): Promise<GoogleMaps> {
  const window = document.defaultView as unknown as GoogleWindow
  const known = window.google?.maps
  if (known) return Promise.resolve(known)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const failed = () => {
      script.remove()
      reject(new Error('The maps script could not be loaded'))
    }
    window[READY] = () => {
      delete window[READY]
      const maps = window.google?.maps
      if (maps) resolve(maps)
      else failed()
    }
    const query = new URLSearchParams({ key, v: MAPS_LIBRARY_VERSION, loading: 'async', callback: READY })
    script.src = `${SCRIPT}?${query}`
    script.async = true
    script.onerror = failed
    document.head.append(script)
  })
}
