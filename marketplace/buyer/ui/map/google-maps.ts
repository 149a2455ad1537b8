/** As much of Google's maps library 3.58 as the adapter calls. Written down here: its own types are a package of their own. */

export interface GoogleLatLng {
  lat(): number
  lng(): number
}
export interface GoogleListener {
  remove(): void
}
export interface GoogleMap {
  getCenter(): GoogleLatLng | undefined
  getZoom(): number | undefined
  setOptions(options: Record<string, unknown>): void
  moveCamera(camera: { center?: { lat: number; lng: number }; zoom?: number }): void
  fitBounds(bounds: { south: number; west: number; north: number; east: number }, paddingPx?: number): void
  panBy(xPx: number, yPx: number): void
  addListener(event: string, run: () => void): GoogleListener
}
export interface GoogleMaps {
  Map: new (container: HTMLElement, options: Record<string, unknown>) => GoogleMap
}
