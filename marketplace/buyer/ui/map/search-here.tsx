/** Whether the list follows the map, and the button that makes it follow once. */
import type { DealMapProps } from './map-props.ts'

export interface SearchHereProps extends Pick<DealMapProps, 'isSearching' | 'onSearching' | 'onSearchHere'> {
  hasMoved: boolean
  onDone(): void
}

export function SearchHere({ isSearching, onSearching, onSearchHere, hasMoved, onDone }: SearchHereProps) {
  const canSearch = !isSearching && hasMoved && onSearchHere
  return (
    <div className="map-search">
      {canSearch ? (
        <button
          type="button"
          className="map-search-button"
          onClick={() => {
            onDone()
            onSearchHere()
          }}
        >
          Search this area
        </button>
      ) : null}
      {onSearching ? (
        <label className="map-search-toggle">
          <input
            type="checkbox"
            checked={isSearching}
            onChange={(event) => {
              onDone()
              onSearching(event.target.checked)
            }}
          />
          Search as I move
        </label>
      ) : null}
    </div>
  )
}
