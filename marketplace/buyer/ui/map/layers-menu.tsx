/** What may lie over and under the deals. */
import { useId } from 'react'

export interface Layers {
  counties: boolean
  heat: boolean
  boxes: boolean
  comps: boolean
}
export const FIRST_LAYERS: Layers = { counties: true, heat: false, boxes: true, comps: true }

const NAMES: Readonly<Record<keyof Layers, string>> = {
  counties: 'County lines',
  heat: 'Price per sq ft',
  boxes: 'My buy box areas',
  comps: 'Comparables',
}

export interface LayersMenuProps {
  layers: Layers
  onLayers(layers: Layers): void
  /** Those there is something for. */
  offered: readonly (keyof Layers)[]
  /** Lowest and highest of the heat, in words. */
  heatRange: readonly [string, string] | null
}

export function LayersMenu({ layers, onLayers, offered, heatRange }: LayersMenuProps) {
  const title = useId()
  return (
    <section className="map-panel" aria-labelledby={title}>
      <h3 id={title} className="map-panel-title">
        Layers
      </h3>
      {offered.map((name) => (
        <label key={name} className="map-check">
          <input
            type="checkbox"
            checked={layers[name]}
            onChange={(event) => onLayers({ ...layers, [name]: event.target.checked })}
          />
          {NAMES[name]}
        </label>
      ))}
      {layers.heat && heatRange ? (
        <p className="map-heat num">
          {heatRange[0]}
          <i className="map-heat-scale" />
          {heatRange[1]}
        </p>
      ) : null}
      <p className="map-panel-note">Streets and ZIP outlines are not on this map.</p>
    </section>
  )
}
