/** The buttons at the map's edge: nearer, farther, moved, where I am, areas, layers, legend. */
import { Info, Layers, LocateFixed, Minus, Move, PenTool, Plus } from 'lucide-react'
import type { ReactNode } from 'react'

export type Panel = 'draw' | 'layers' | 'move' | 'legend'

export interface ControlsProps {
  panel: Panel | null
  onPanel(panel: Panel | null): void
  onZoom(steps: number): void
  onLocate(): void
  /** How many areas are drawn. */
  areas: number
  children?: ReactNode
}

export function Controls({ panel, onPanel, onZoom, onLocate, areas, children }: ControlsProps) {
  const opens = (name: Panel) => ({
    'aria-expanded': panel === name,
    onClick: () => onPanel(panel === name ? null : name),
  })
  return (
    <div className="map-controls">
      <div className="map-group">
        <Control name="Zoom in" onClick={() => onZoom(1)}>
          <Plus size={17} aria-hidden="true" />
        </Control>
        <Control name="Zoom out" onClick={() => onZoom(-1)}>
          <Minus size={17} aria-hidden="true" />
        </Control>
        <Control name="Move the map" {...opens('move')}>
          <Move size={17} aria-hidden="true" />
        </Control>
      </div>
      <div className="map-group">
        <Control name="Current location" onClick={onLocate}>
          <LocateFixed size={17} aria-hidden="true" />
        </Control>
      </div>
      <div className="map-group">
        <Control name={areas > 0 ? `Areas, ${areas} drawn` : 'Draw an area'} {...opens('draw')}>
          <PenTool size={17} aria-hidden="true" />
          {areas > 0 ? <i className="map-count num">{areas}</i> : null}
        </Control>
        <Control name="Layers" {...opens('layers')}>
          <Layers size={17} aria-hidden="true" />
        </Control>
        <Control name="Legend" {...opens('legend')}>
          <Info size={17} aria-hidden="true" />
        </Control>
      </div>
      {children}
    </div>
  )
}

interface ControlProps {
  name: string
  onClick(): void
  'aria-expanded'?: boolean
  children: ReactNode
}

function Control({ name, children, ...rest }: ControlProps) {
  return (
    <button type="button" className="map-control" aria-label={name} title={name} {...rest}>
      {children}
    </button>
  )
}
