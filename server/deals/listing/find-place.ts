/**
 * Where a typed address is: its rooftop when the places service knows it, else the middle of its ZIP code. Never inside a transaction.
 * County and time zone of a hidden address are those of its ZIP code, which everybody sees: near a border the house's own would tell
 * on which side it is.
 */
import type { PropertyRow } from '#server/core/database/schema.ts'
import type { Geocoder } from '#server/providers/places/geocoder.ts'
import type { LocationOptionWire } from '#shared/contract/places.ts'
import type { DealChange } from '#shared/contract/seller-listing.ts'
import { timeZoneOf } from '#shared/rules/deals/time-zone.ts'

type Address = Pick<
  PropertyRow,
  'address' | 'city' | 'state' | 'zip' | 'latitude' | 'longitude' | 'is_street_shown'
>
export type FoundPlace = Pick<PropertyRow, 'latitude' | 'longitude' | 'county' | 'time_zone'>

/** Whether saving these fields changes what is known of where the deal is. */
export const movesDeal = (fields: DealChange, before: Address): boolean =>
  PLACE.some((name) => fields[name] !== undefined && fields[name] !== before[name])
const PLACE = ['address', 'city', 'state', 'zip', 'latitude', 'longitude', 'is_street_shown'] as const

/**
 * A place the seller gave is kept when it lies in the state of the address. Without a place, or with a service that does not answer,
 * coordinates are null: a draft is saved all the same, and publishing asks again.
 */
export async function findPlace(
  geocoder: Geocoder,
  address: Address,
  isGiven: boolean,
): Promise<{ place: FoundPlace; isOutside: boolean }> {
  const { state, latitude, longitude } = address
  const given = isGiven && latitude !== null && longitude !== null ? { lat: latitude, lng: longitude } : null
  const at = given ?? (await pointOf(geocoder, address))
  if (!at) return { place: nowhere(state), isOutside: false }
  const around = await quietly(geocoder.addressOf(at.lat, at.lng))
  const isOutside = around.length > 0 && !around.some((option) => isState(option, state))
  const told = address.is_street_shown ? at : await zipCenter(geocoder, address)
  const options = told === at ? around : told && (await quietly(geocoder.addressOf(told.lat, told.lng)))
  const county = options?.find((option) => option.value.place.types.includes('administrative_area_level_2'))
  return {
    isOutside: given !== null && isOutside,
    place: {
      latitude: at.lat,
      longitude: at.lng,
      county: county ? countyName(county.label) : null,
      time_zone: timeZoneOf(state, told?.lng ?? null),
    },
  }
}

const nowhere = (state: string): FoundPlace => ({
  latitude: null,
  longitude: null,
  county: null,
  time_zone: timeZoneOf(state, null),
})

async function pointOf(geocoder: Geocoder, typed: Address) {
  const { address, city, state, zip } = typed
  if (zip === '' || state === '') return null
  const whole = address === '' ? [] : await quietly(geocoder.query(`${address}, ${city}, ${state} ${zip}`))
  const house = whole.find(({ value }) => value.place.types.some((type) => HOUSE.includes(type)))
  if (house && (house.value.place.within ?? []).includes(`gaz:state:${state}`))
    return house.value.place.geometry.location
  return zipCenter(geocoder, typed)
}

async function zipCenter(geocoder: Geocoder, { state, zip }: Pick<Address, 'state' | 'zip'>) {
  if (zip === '' || state === '') return null
  const zips = await quietly(geocoder.query(zip))
  const found = zips.find(
    ({ value, label }) => value.place.types.includes('postal_code') && label.includes(zip),
  )
  return found && (found.value.place.within ?? []).includes(`gaz:state:${state}`)
    ? found.value.place.geometry.location
    : null
}

const HOUSE: readonly string[] = ['street_address', 'premise', 'subpremise']

const isState = ({ value }: LocationOptionWire, state: string): boolean =>
  value.placeId === `gaz:state:${state}` || (value.place.within ?? []).includes(`gaz:state:${state}`)

/** `Harris County, TX` is kept as `Harris`. */
const countyName = (label: string): string =>
  (label.split(',')[0] ?? label).replace(/ (County|Parish|Borough)$/, '')

const quietly = (asked: Promise<LocationOptionWire[]>): Promise<LocationOptionWire[]> => asked.catch(() => [])
