/** The style of the built-in ground: land, water, borders and place names, all from files of the app. No streets are known. */
import type { StyleSpecification } from 'maplibre-gl'
import type { MapColors } from './adapter.ts'
import { NEIGHBORS } from './basemap/neighbors.ts'

/** Drawn by the browser from the page's own font, which is why the style names no glyphs. */
export const LABEL_FONT = 'Instrument Sans Variable'
export const COUNTY_ZOOM = 5.5
export const TOWN_ZOOM = 6.5

/** Blank paper over land and water until the land is drawn: deals without it would stand in the sea. */
export const SHEET = 'sheet'

const NOTHING = { type: 'FeatureCollection' as const, features: [] }

export function builtInStyle(colors: MapColors): StyleSpecification {
  const source = () => ({ type: 'geojson' as const, data: NOTHING })
  return {
    version: 8,
    sources: {
      neighbors: { type: 'geojson', data: NEIGHBORS },
      land: source(),
      borders: source(),
      counties: source(),
      cities: source(),
      towns: source(),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      {
        id: 'neighbors',
        type: 'fill',
        source: 'neighbors',
        paint: { 'fill-color': colors.land, 'fill-opacity': 0.5 },
      },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.land } },
      { id: SHEET, type: 'background', paint: { 'background-color': colors.land } },
      {
        id: 'counties',
        type: 'line',
        source: 'counties',
        minzoom: COUNTY_ZOOM,
        paint: {
          'line-color': colors.border,
          'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.6, 12, 1.6],
        },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': colors.border,
          'line-width': ['interpolate', ['linear'], ['zoom'], 3, 1, 10, 3],
        },
      },
      nameLayer('towns', colors),
      nameLayer('cities', colors),
    ],
  }
}

type NameLayer = Extract<StyleSpecification['layers'][number], { type: 'symbol' }>

function nameLayer(source: 'cities' | 'towns', colors: MapColors): NameLayer {
  return {
    id: source,
    type: 'symbol',
    source,
    minzoom: source === 'towns' ? TOWN_ZOOM : 3.2,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [LABEL_FONT],
      'text-size': source === 'cities' ? ['interpolate', ['linear'], ['zoom'], 4, 11, 9, 14] : 12,
      'text-max-width': 8,
      'text-padding': 6,
      'symbol-sort-key': ['-', 0, ['get', 'population']],
    },
    paint: { 'text-color': colors.label, 'text-halo-color': colors.halo, 'text-halo-width': 1.4 },
  }
}

/** What of a style changes with the theme: layer, property, color. */
export const repaints = (colors: MapColors): [layer: string, property: string, color: string][] => [
  ['water', 'background-color', colors.water],
  ['neighbors', 'fill-color', colors.land],
  ['land', 'fill-color', colors.land],
  [SHEET, 'background-color', colors.land],
  ['counties', 'line-color', colors.border],
  ['borders', 'line-color', colors.border],
  ...(['cities', 'towns'] as const).flatMap((layer): [string, string, string][] => [
    [layer, 'text-color', colors.label],
    [layer, 'text-halo-color', colors.halo],
  ]),
]
