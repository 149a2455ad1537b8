/** The tokens of the page as colors that a canvas and a map library understand, and word when they change. */
import type { MapColors } from './adapter.ts'

/** Everything drawn over the ground. */
export interface InkColors {
  readonly basemap: MapColors
  readonly dot: string
  readonly dotDim: string
  readonly dotPending: string
  readonly dotSold: string
  readonly dotFavorite: string
  readonly dotRing: string
  readonly area: string
  readonly areaSoft: string
  readonly gain: string
  readonly text: string
}

export function readColors(root: Element): InkColors {
  const style = getComputedStyle(root)
  const pixel = pixelReader(root.ownerDocument)
  const token = (name: string) => pixel(style.getPropertyValue(`--color-${name}`))
  return {
    basemap: {
      land: token('map-land'),
      water: token('map-water'),
      border: token('map-casing'),
      label: token('map-label'),
      halo: token('map-land'),
    },
    dot: token('ink'),
    dotDim: token('text-3'),
    dotPending: token('warn-text'),
    dotSold: token('text-disabled'),
    dotFavorite: token('flag'),
    dotRing: token('surface'),
    area: token('accent'),
    areaSoft: token('accent-soft-2'),
    gain: token('gain'),
    text: token('text'),
  }
}

/** oklch and the like as the rgb that a canvas paints for it. */
function pixelReader(document: Document): (color: string) => string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  return (color) => {
    if (!brush) return color
    brush.fillStyle = color.trim()
    brush.fillRect(0, 0, 1, 1)
    const [red, green, blue] = brush.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
}

/** Runs after the theme was changed by the person or the system. The returned function ends it. */
export function onRecolor(root: Element, run: () => void): () => void {
  const watcher = new MutationObserver(run)
  watcher.observe(root, { attributes: true, attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', run)
  return () => {
    watcher.disconnect()
    system.removeEventListener('change', run)
  }
}
