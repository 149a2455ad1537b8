/** Brings the map that the installation wants, in a chunk of its own, and tries again when it does not come. */
import { MAPS_LOAD_TRIES } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { AdapterOptions, CreateAdapter, MapAdapter, MapSettings } from './adapter.ts'
import type { MapFailure } from './map-props.ts'

const PAUSE_MS = 400

export type Loaded = { readonly adapter: MapAdapter } | { readonly failure: MapFailure }

export interface LoadOptions {
  clock: Clock
  /** For tests; the driver's own by default. */
  load?: (settings: MapSettings) => Promise<CreateAdapter>
  hasWebGl?: () => boolean
}

/** Never rejects. */
export async function loadAdapter(
  settings: MapSettings,
  options: AdapterOptions,
  { clock, load = loadDriver, hasWebGl = canDrawGl }: LoadOptions,
): Promise<Loaded> {
  if (settings.driver !== 'google' && !hasWebGl()) return { failure: 'no_webgl' }
  for (let left = MAPS_LOAD_TRIES; left > 0; left--) {
    try {
      const create = await load(settings)
      return { adapter: await create(options) }
    } catch {
      if (left > 1) await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve))
    }
  }
  return { failure: 'not_loaded' }
}

async function loadDriver(settings: MapSettings): Promise<CreateAdapter> {
  if (settings.driver === 'google') {
    const [{ loadGoogle }, { createGoogle }] = await Promise.all([
      import('./google-loader.ts'),
      import('./google-adapter.ts'),
    ])
    const maps = await loadGoogle(document, settings.key ?? '')
    return (options) => createGoogle(options, maps)
  }
  const { createMaplibre } = await import('./maplibre-adapter.ts')
  return (options) => createMaplibre(options, settings)
}

/** A context is asked for and given back: browsers allow few at once. */
function canDrawGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
