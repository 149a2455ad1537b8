/** Where the seeded buyers buy: places as the gazetteer knows them, written down so that seeding need not load it. A test compares them. */
import type { PlaceWire } from '#shared/contract/places.ts'

export const MARKETS: readonly PlaceWire[] = [
  {
    place_id: 'gaz:county:48201',
    formatted_address: 'Harris County, TX',
    types: ['administrative_area_level_2', 'political'],
    geometry: {
      location: {
        lat: 29.834207,
        lng: -95.43603,
      },
      bounds: {
        south: 29.497455,
        west: -95.961862,
        north: 30.170958,
        east: -94.910199,
      },
    },
    within: ['gaz:state:TX'],
  },
  {
    place_id: 'gaz:city:4692883',
    formatted_address: 'Galveston, TX',
    types: ['locality', 'political'],
    geometry: {
      location: {
        lat: 29.30135,
        lng: -94.7977,
      },
      bounds: {
        south: 29.1905,
        west: -94.9744,
        north: 29.3622,
        east: -94.739334,
      },
    },
    within: ['gaz:state:TX', 'gaz:county:48167'],
  },
  {
    place_id: 'gaz:zip:77008',
    formatted_address: '77008, Houston, TX',
    types: ['postal_code'],
    geometry: {
      location: {
        lat: 29.798249,
        lng: -95.416933,
      },
      bounds: null,
    },
    within: ['gaz:state:TX', 'gaz:county:48201', 'gaz:city:4699066'],
  },
  {
    place_id: 'gaz:county:48157',
    formatted_address: 'Fort Bend County, TX',
    types: ['administrative_area_level_2', 'political'],
    geometry: {
      location: {
        lat: 29.525804,
        lng: -95.755478,
      },
      bounds: {
        south: 29.262931,
        west: -96.087488,
        north: 29.788676,
        east: -95.423468,
      },
    },
    within: ['gaz:state:TX'],
  },
  {
    place_id: 'gaz:city:4726206',
    formatted_address: 'San Antonio, TX',
    types: ['locality', 'political'],
    geometry: {
      location: {
        lat: 29.42412,
        lng: -98.49363,
      },
      bounds: {
        south: 29.171192,
        west: -98.817591,
        north: 29.728541,
        east: -98.282898,
      },
    },
    within: ['gaz:state:TX', 'gaz:county:48029'],
  },
]
