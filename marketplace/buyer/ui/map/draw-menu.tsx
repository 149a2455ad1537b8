/** Areas of interest: how to draw one, and what to do with those there are. All of it works without a pointer but the drawing itself. */
import { useId } from 'react'
import type { Areas } from './draw-model.ts'

export type DrawMode = 'corners' | 'freehand' | 'edit'

export interface DrawMenuProps {
  areas: Areas
  onMode(mode: DrawMode): void
  onAddView(): void
  onRemove(index: number): void
  onClear(): void
}

export function DrawMenu({ areas, onMode, onAddView, onRemove, onClear }: DrawMenuProps) {
  const title = useId()
  return (
    <section className="map-panel" aria-labelledby={title}>
      <h3 id={title} className="map-panel-title">
        Areas
      </h3>
      <Item onClick={() => onMode('freehand')}>Draw freehand</Item>
      <Item onClick={() => onMode('corners')}>Draw by corners</Item>
      <Item onClick={onAddView}>Use what the map shows</Item>
      {areas.length > 0 ? <Item onClick={() => onMode('edit')}>Edit corners</Item> : null}
      {areas.length > 1
        ? areas.map((area, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an area is its place in the list
            <Item key={index} onClick={() => onRemove(index)}>
              Remove area {index + 1} ({area.length} corners)
            </Item>
          ))
        : null}
      {areas.length > 0 ? (
        <Item onClick={onClear}>{areas.length > 1 ? 'Clear all areas' : 'Clear the area'}</Item>
      ) : null}
    </section>
  )
}

function Item({ onClick, children }: { onClick(): void; children: React.ReactNode }) {
  return (
    <button type="button" className="map-item" onClick={onClick}>
      {children}
    </button>
  )
}
