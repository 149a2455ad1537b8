/** The areas of interest: the menu, the drawing of a new one, and the handles of those there are. */
import { useEffect, useState } from 'react'
import type { MapAdapter } from './adapter.ts'
import { CornerHandles } from './corner-handles.tsx'
import { DrawLayer } from './draw-layer.tsx'
import { DrawMenu, type DrawMode } from './draw-menu.tsx'
import { type Area, withArea, withoutArea } from './draw-model.ts'
import type { DealMapProps } from './map-props.ts'
import type { MarkerLayer } from './marker-layer.ts'
import { boundsOfView } from './projection.ts'

export interface AreasProps extends Pick<DealMapProps, 'areas' | 'onAreas'> {
  adapter: MapAdapter
  markerLayer: MarkerLayer
  isMenuOpen: boolean
  onMenu(isOpen: boolean): void
  onDraft(corners: Area): void
}

export function Areas({ areas, onAreas, adapter, markerLayer, isMenuOpen, onMenu, onDraft }: AreasProps) {
  const [mode, setMode] = useState<DrawMode | null>(null)
  const isDrawing = mode === 'corners' || mode === 'freehand'
  useEffect(() => {
    if (!isDrawing) return
    adapter.setDraggable(false)
    return () => adapter.setDraggable(true)
  }, [adapter, isDrawing])
  useEscape(mode !== null, () => {
    setMode(null)
    onDraft([])
  })

  const add = (area: Area | null) => {
    setMode(null)
    onDraft([])
    if (area) onAreas(withArea(areas, area))
  }
  const screen = { toPlace: adapter.unproject, toScreen: adapter.project }
  return (
    <>
      {isMenuOpen ? (
        <div className="map-controls" data-beside="">
          <DrawMenu
            areas={areas}
            onMode={(next) => {
              setMode(next)
              onMenu(false)
            }}
            onAddView={() => add(viewArea(adapter))}
            onRemove={(index) => onAreas(withoutArea(areas, index))}
            onClear={() => onAreas([])}
          />
        </div>
      ) : null}
      {isDrawing ? <DrawLayer key={mode} mode={mode} {...screen} onDraft={onDraft} onDone={add} /> : null}
      {mode === 'edit' ? (
        <CornerHandles
          {...screen}
          areas={areas}
          onAreas={onAreas}
          markerLayer={markerLayer}
          onDone={() => setMode(null)}
        />
      ) : null}
    </>
  )
}

/** A little inside of what is seen, so that its line is seen too. */
function viewArea(adapter: MapAdapter): Area {
  const { south, west, north, east } = boundsOfView(adapter.view(), adapter.size())
  const [tall, wide] = [(north - south) * 0.04, (east - west) * 0.04]
  return [
    { lat: north - tall, lng: west + wide },
    { lat: north - tall, lng: east - wide },
    { lat: south + tall, lng: east - wide },
    { lat: south + tall, lng: west + wide },
  ]
}

function useEscape(isOn: boolean, run: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const pressed = (event: KeyboardEvent) => event.key === 'Escape' && run()
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  })
}
