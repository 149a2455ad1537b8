// @vitest-environment happy-dom
/** What every map under the deals must do, tried on Google's with a stand-in for its library; and how a map is fetched. */
import { describe, expect, it, vi } from 'vitest'
import type { AdapterOptions, CreateAdapter, MapAdapter } from '#marketplace/buyer/ui/map/adapter.ts'
import { createGoogle } from '#marketplace/buyer/ui/map/google-adapter.ts'
import { loadGoogle } from '#marketplace/buyer/ui/map/google-loader.ts'
import type { GoogleMap, GoogleMaps } from '#marketplace/buyer/ui/map/google-maps.ts'
import { loadAdapter } from '#marketplace/buyer/ui/map/load-adapter.ts'
import { boundsOfView, toScreen, transformOf, viewOfBounds } from '#marketplace/buyer/ui/map/projection.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const SIZE = { widthPx: 800, heightPx: 600 }
const HOUSTON = { lat: 29.76, lng: -95.37, zoom: 10 }

/** Moves at once and says so, as the library does: first that its bounds changed, then that it is idle. */
class FakeGoogleMap implements GoogleMap {
  camera: { center: { lat: number; lng: number }; zoom: number }
  readonly listeners = new Map<string, (() => void)[]>()
  options: Record<string, unknown>

  constructor(_container: HTMLElement, options: Record<string, unknown>) {
    this.options = options
    this.camera = options as unknown as FakeGoogleMap['camera']
  }
  getCenter = () => ({ lat: () => this.camera.center.lat, lng: () => this.camera.center.lng })
  getZoom = () => this.camera.zoom
  setOptions(options: Record<string, unknown>) {
    this.options = { ...this.options, ...options }
  }
  moveCamera(camera: { center?: { lat: number; lng: number }; zoom?: number }) {
    this.camera = { ...this.camera, ...camera }
    for (const event of ['bounds_changed', 'idle']) for (const run of this.listeners.get(event) ?? []) run()
  }
  fitBounds(bounds: { south: number; west: number; north: number; east: number }, paddingPx = 0) {
    const { lat, lng, zoom } = viewOfBounds(bounds, SIZE, { paddingPx })
    this.moveCamera({ center: { lat, lng }, zoom: zoom + 1 })
  }
  panBy(x: number, y: number) {
    const { lat, lng } = this.camera.center
    this.moveCamera({ center: { lat: lat - y / 1000, lng: lng + x / 1000 } })
  }
  addListener(event: string, run: () => void) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), run])
    return {
      remove: () =>
        void this.listeners.set(
          event,
          (this.listeners.get(event) ?? []).filter((one) => one !== run),
        ),
    }
  }
}

const made: FakeGoogleMap[] = []
const MAPS: GoogleMaps = {
  Map: class extends FakeGoogleMap {
    constructor(container: HTMLElement, options: Record<string, unknown>) {
      super(container, options)
      made.push(this)
    }
  },
}

function container(): HTMLElement {
  const element = document.createElement('div')
  Object.defineProperties(element, { clientWidth: { value: 800 }, clientHeight: { value: 600 } })
  return element
}

function options(start: AdapterOptions['start'] = { view: HOUSTON }) {
  return {
    container: container(),
    start,
    isCalm: true,
    colors: { land: '', water: '', border: '', label: '', halo: '' },
    on: { moved: vi.fn(), settled: vi.fn(), failed: vi.fn() },
  }
}

const CREATORS: [string, CreateAdapter][] = [['google', (given) => createGoogle(given, MAPS)]]

describe.each(CREATORS)('the adapter of %s', (_name, create) => {
  it('looks where it is told, in our count of zoom', async () => {
    const adapter = await create(options())
    expect(adapter.view()).toEqual(HOUSTON)
    expect(adapter.size()).toEqual(SIZE)
  })

  it('starts with bounds as bounds, not as points', async () => {
    const bounds = { south: 21.3, west: -157.85, north: 61.2, east: -70.9 }
    const seen = boundsOfView((await create(options({ bounds }))).view(), SIZE)
    expect(seen.south).toBeLessThanOrEqual(bounds.south + 1e-6)
    expect(seen.west).toBeLessThanOrEqual(bounds.west + 1e-6)
    expect(seen.north).toBeGreaterThanOrEqual(bounds.north - 1e-6)
    expect(seen.east).toBeGreaterThanOrEqual(bounds.east - 1e-6)
  })

  it('says where a place is as our own marks are placed, and back', async () => {
    const adapter = await create(options())
    const place = { lat: 29.9, lng: -95.1 }
    const ours = toScreen(transformOf(adapter.view(), adapter.size()), place)
    expect(adapter.project(place).x).toBeCloseTo(ours.x, 1)
    expect(adapter.project(place).y).toBeCloseTo(ours.y, 1)
    expect(adapter.unproject(ours).lat).toBeCloseTo(place.lat, 4)
  })

  it.each([
    ['a jump on order', (map: MapAdapter) => map.jumpTo({ ...HOUSTON, zoom: 12 }, false), false],
    [
      'a fit',
      (map: MapAdapter) =>
        map.fit({ south: 29, west: -96, north: 30, east: -95 }, { paddingPx: 20, isInstant: true }),
      false,
    ],
    ['a new size', (map: MapAdapter) => map.resize(), false],
    ['a jump of the person', (map: MapAdapter) => map.jumpTo({ ...HOUSTON, zoom: 12 }, true), true],
    ['a zoom', (map: MapAdapter) => map.zoomBy(1), true],
    ['a pan', (map: MapAdapter) => map.panBy(100, 0), true],
  ] as const)('says of %s whose move it was', async (_what, move, isByPerson) => {
    const given = options()
    const adapter = await create(given)
    move(adapter)
    expect(given.on.moved).toHaveBeenCalled()
    expect(given.on.settled).toHaveBeenLastCalledWith(isByPerson)
  })

  it('says the next move is the person’s again after one that was not', async () => {
    const given = options()
    const adapter = await create(given)
    adapter.jumpTo({ ...HOUSTON, zoom: 12 }, false)
    adapter.zoomBy(1)
    expect(given.on.settled.mock.calls).toEqual([[false], [true]])
  })

  it('takes no move for the person’s that no gesture began, e.g. one after a new size', async () => {
    const given = options()
    await create(given)
    made.at(-1)?.moveCamera({ zoom: 9 })
    given.container.dispatchEvent(new Event('wheel'))
    made.at(-1)?.moveCamera({ zoom: 10 })
    expect(given.on.settled.mock.calls).toEqual([[false], [true]])
  })

  const BOUNDS = { south: 29, west: -96, north: 30, east: -95 }
  it.each([
    ['a fit', (map: MapAdapter) => map.fit(BOUNDS, { paddingPx: 20, isInstant: true })],
    ['a jump on order', (map: MapAdapter) => map.jumpTo({ ...HOUSTON, zoom: 12 }, false)],
    [
      'a new size',
      (map: MapAdapter) => {
        map.resize()
        made.at(-1)?.moveCamera({ zoom: 9 })
      },
    ],
  ])('takes %s for nobody’s move after a tap that moved nothing', async (_what, move) => {
    const given = options()
    const adapter = await create(given)
    given.container.dispatchEvent(new Event('pointerdown'))
    move(adapter)
    expect(given.on.settled).toHaveBeenLastCalledWith(false)
  })

  it('keeps the place under the pointer when it zooms there', async () => {
    const adapter = await create(options())
    const at = { x: 420, y: 320 }
    const before = adapter.unproject(at)
    adapter.zoomBy(1, at)
    expect(adapter.view().zoom).toBeCloseTo(11)
    expect(adapter.project(before).x).toBeCloseTo(at.x, 0)
    expect(adapter.project(before).y).toBeCloseTo(at.y, 0)
  })

  it('says nothing after it was taken down', async () => {
    const given = options()
    const adapter = await create(given)
    adapter.destroy()
    adapter.jumpTo(HOUSTON, true)
    expect(given.on.settled).not.toHaveBeenCalled()
  })
})

describe('Google’s map', () => {
  it('counts zoom one higher, and does not move while an area is drawn', async () => {
    const adapter = await createGoogle(options(), MAPS)
    expect(made.at(-1)?.getZoom()).toBe(11)
    adapter.setDraggable(false)
    expect(made.at(-1)?.options.gestureHandling).toBe('none')
    adapter.setDraggable(true)
    expect(made.at(-1)?.options.gestureHandling).toBe('greedy')
  })
})

/** A page that fetches no script: the test says what came of it. */
function page() {
  const window: Record<string, unknown> = {}
  const script = document.createElement('script')
  const head = { append: vi.fn() }
  const given = { defaultView: window, createElement: () => script, head } as unknown as Document
  return { window, script, given, head }
}

describe('the fetching of a map', () => {
  const GOOGLE = { driver: 'google', styleUrl: null, key: 'k' } as const

  it('asks Google for the version it was written for, with the key', async () => {
    const { window, script, given, head } = page()
    const loading = loadGoogle(given, 'the key')
    expect(head.append).toHaveBeenCalledWith(script)
    const src = new URL(script.src)
    expect(src.origin + src.pathname).toBe('https://maps.googleapis.com/maps/api/js')
    expect(src.searchParams.get('v')).toBe('3.58')
    expect(src.searchParams.get('key')).toBe('the key')
    window.google = { maps: MAPS }
    ;(window[src.searchParams.get('callback') ?? ''] as () => void)()
    await expect(loading).resolves.toBe(MAPS)
  })

  it('asks once a page: who comes later gets what is there', async () => {
    const { window, given, head } = page()
    window.google = { maps: MAPS }
    await expect(loadGoogle(given, 'k')).resolves.toBe(MAPS)
    expect(head.append).not.toHaveBeenCalled()
  })

  it('fails where the script is blocked', async () => {
    const { script, given } = page()
    const loading = loadGoogle(given, 'k')
    script.onerror?.(new Event('error'))
    await expect(loading).rejects.toThrow('could not be loaded')
  })

  it.each([
    ['comes at the third try', 2, 'adapter'],
    ['does not come at all', 9, 'failure'],
  ])('tries three times when it %s', async (_name, failures, outcome) => {
    const clock = createFakeClock()
    let tries = 0
    const load = async (): Promise<CreateAdapter> => {
      tries += 1
      if (tries <= failures) throw new Error('blocked')
      return (given) => createGoogle(given, MAPS)
    }
    const loading = loadAdapter(GOOGLE, options(), { clock, load })
    for (let step = 0; step < 10; step++) {
      await Promise.resolve()
      clock.advance(1000)
    }
    expect(outcome in (await loading)).toBe(true)
    expect(tries).toBe(3)
  })

  it('asks for nothing where WebGL is missing', async () => {
    const load = vi.fn()
    const settings = { driver: 'built_in', styleUrl: null, key: null } as const
    const loaded = await loadAdapter(settings, options(), {
      clock: createFakeClock(),
      load,
      hasWebGl: () => false,
    })
    expect(loaded).toEqual({ failure: 'no_webgl' })
    expect(load).not.toHaveBeenCalled()
  })
})
