/** The ids of the seeded rows: a thing's place in its list, from 1, so that a link written by hand keeps working. */
import { CUSTOMERS } from './people.ts'

/** Throws when the world has no such key, which is a spelling mistake in the seed. */
export function idOf(list: readonly { key: string }[], key: string): number {
  const index = list.findIndex((thing) => thing.key === key)
  if (index === -1) throw new Error(`The demo world has no '${key}'.`)
  return index + 1
}

export const customerId = (key: string) => idOf(CUSTOMERS, key)
