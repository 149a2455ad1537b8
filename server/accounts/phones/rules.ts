/** Which numbers customers and members of companies may have: ones of the US and Puerto Rico that can get text messages. */
import { type CountryCode, type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { invalid } from '#server/core/http/refusal.ts'

/** Either the number in E.164 or, for the person, why it cannot be used. */
export type ReadPhone = { number: string } | { problem: string }

export function readPhone(text: string): ReadPhone {
  const found = parsePhoneNumberFromString(text.trim(), { defaultCountry: 'US', extract: false })
  if (!found) return { problem: UNREADABLE }
  if (found.ext) return { problem: 'Enter the number without an extension.' }
  if (found.country && !COUNTRIES.includes(found.country)) return { problem: ELSEWHERE }
  if (!found.isValid()) return { problem: found.countryCallingCode === '1' ? UNREADABLE : ELSEWHERE }
  if (FICTIONAL.test(found.number)) return { problem: RESERVED }
  const type = found.getType()
  if (type !== undefined && TEXTABLE.includes(type)) return { number: found.number }
  return { problem: (type && REFUSED[type]) ?? OTHER }
}

/** The number in E.164; throws 422 on `phone`, or on the field that is named, with the reason. */
export function requirePhone(text: string, field = 'phone'): string {
  const read = readPhone(text)
  if ('problem' in read) throw invalid({ [field]: [read.problem] })
  return read.number
}

const COUNTRIES: readonly CountryCode[] = ['US', 'PR']
const TEXTABLE: readonly NumberType[] = ['FIXED_LINE_OR_MOBILE', 'MOBILE', 'FIXED_LINE', 'VOIP']
/** 555-0100 to 555-0199 of every area are set aside for films and examples. */
const FICTIONAL = /^\+1\d{3}55501\d{2}$/

const UNREADABLE = 'Enter a US or Puerto Rico number with 10 digits, like (713) 284-0142.'
const ELSEWHERE = 'Only US and Puerto Rico numbers can be added.'
const RESERVED = 'Numbers with 555-01 are reserved for examples. Enter your own number.'
const OTHER = 'This kind of number cannot get text messages. Enter another one.'
const REFUSED: Partial<Record<NonNullable<NumberType>, string>> = {
  TOLL_FREE: 'This is a toll-free number, which cannot get our codes. Enter another one.',
  PREMIUM_RATE: 'This is a premium-rate number. Enter another one.',
  SHARED_COST: 'This is a premium-rate number. Enter another one.',
}
