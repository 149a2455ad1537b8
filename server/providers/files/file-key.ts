/** The names of stored files: random, so that none can be guessed from another, under a word that says what they are. */
import { randomBytes } from 'node:crypto'

const RANDOM_BYTES = 18

/** Parts of plain names, divided by slashes: no way leads out of a folder. */
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/i

export const isKey = (key: string): boolean => KEY.test(key)

/** Throws on a key that no code of ours makes. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error('This is no key of a file.')
}

/** `room` is e.g. `proofs`. */
export const newKey = (room: string): string => `${room}/${randomBytes(RANDOM_BYTES).toString('hex')}`
