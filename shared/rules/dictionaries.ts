/** The fixed lists people choose from (spec section 3, Dictionaries). Ids are on the wire and in rows: never reuse one. */

export interface Option {
  readonly id: number
  readonly label: string
}

export const PROPERTY_TYPES: readonly Option[] = [
  { id: 1, label: 'Single family' },
  { id: 2, label: 'Townhouse' },
  { id: 3, label: 'Condo' },
  { id: 4, label: 'Duplex' },
  { id: 5, label: 'Triplex' },
  { id: 6, label: 'Fourplex' },
  { id: 7, label: 'Multifamily, 5 units or more' },
  { id: 8, label: 'Manufactured home' },
  { id: 9, label: 'Land' },
]

export const PARKING_TYPES: readonly Option[] = [
  { id: 1, label: 'Attached garage' },
  { id: 2, label: 'Detached garage' },
  { id: 3, label: 'Carport' },
  { id: 4, label: 'Driveway' },
  { id: 5, label: 'Street' },
  { id: 6, label: 'None' },
]

export const PROPERTY_TAGS: readonly Option[] = [
  { id: 1, label: 'Vacant' },
  { id: 2, label: 'Tenant in place' },
  { id: 3, label: 'Fixer-upper' },
  { id: 4, label: 'Light rehab' },
  { id: 5, label: 'Turnkey' },
  { id: 6, label: 'Fire damage' },
  { id: 7, label: 'Foundation work' },
  { id: 8, label: 'Creative finance' },
  { id: 9, label: 'Short-term rental' },
  { id: 10, label: 'Pool' },
]
