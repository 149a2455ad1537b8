/** What a change of the profile writes: only what was given, and only what can be meant. Pure. */
import type { Updateable } from 'kysely'
import type * as z from 'zod/mini'
import type { CustomersTable } from '#server/core/database/schema.ts'
import { invalid } from '#server/core/http/refusal.ts'
import type { updateProfile } from '#shared/contract/profile.ts'
import { type Option, PARKING_TYPES, PROPERTY_TYPES } from '#shared/rules/dictionaries.ts'

type Given = z.output<NonNullable<(typeof updateProfile)['body']>>

interface Present {
  name: string
  first_name: string | null
  last_name: string | null
}

/** Absent fields stay, null clears. Throws 422 naming every field that is wrong. */
export function detailChanges(present: Present, given: Given): Updateable<CustomersTable> {
  const errors: Record<string, string[]> = {
    ...problemOf('time_zone', isTimeZone(given.time_zone), 'This time zone is not known.'),
    ...problemOf('locale', isLocale(given.locale), 'This language is not known.'),
    ...problemOf('property_types', areKnown(given.property_types, PROPERTY_TYPES), 'Choose from the list.'),
    ...problemOf('parking_types', areKnown(given.parking_types, PARKING_TYPES), 'Choose from the list.'),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    ...nameChanges(present, given),
    ...(given.company === undefined ? {} : { company: given.company || null }),
    ...(given.bio === undefined ? {} : { bio: given.bio || null }),
    ...(given.time_zone === undefined ? {} : { time_zone: given.time_zone }),
    ...(given.locale === undefined ? {} : { locale: given.locale }),
    ...(given.property_types === undefined ? {} : { property_types: listText(given.property_types) }),
    ...(given.parking_types === undefined ? {} : { parking_types: listText(given.parking_types) }),
  }
}

/** Sellers see the whole name; who never gave its parts gets them from it. */
function nameChanges(present: Present, given: Given) {
  if (given.first_name === undefined && given.last_name === undefined) return {}
  const [firstWord = '', ...rest] = present.name.split(' ')
  const first_name = given.first_name ?? present.first_name ?? firstWord
  const last_name = given.last_name ?? present.last_name ?? rest.join(' ')
  return { first_name, last_name, name: `${first_name} ${last_name}`.trim() }
}

const problemOf = (field: string, isRight: boolean, words: string) => (isRight ? {} : { [field]: [words] })

const listText = (ids: number[]) => JSON.stringify([...new Set(ids)])

const areKnown = (ids: number[] | undefined, options: readonly Option[]): boolean =>
  (ids ?? []).every((id) => options.some((option) => option.id === id))

function isTimeZone(name: string | undefined): boolean {
  if (name === undefined) return true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function isLocale(name: string | undefined): boolean {
  if (name === undefined) return true
  try {
    return Intl.getCanonicalLocales(name).length === 1
  } catch {
    return false
  }
}
