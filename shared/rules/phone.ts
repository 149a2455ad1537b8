/** US and Puerto Rico phone numbers as people write and read them. Whether a number may be used is the server's to say. */

const NATIONAL_DIGITS = 10

/** E.164 for ten digits in any usual writing, with or without the country's 1; null for anything else. */
export function parseNanp(text: string): string | null {
  if (!/^[\s\d().+\-\u2010-\u2015\u00A0/]*$/.test(text)) return null
  const isInternational = text.trim().startsWith('+')
  const digits = text.replace(/\D/g, '')
  if (digits.length === NATIONAL_DIGITS + 1 && digits.startsWith('1')) return national(digits.slice(1))
  return digits.length === NATIONAL_DIGITS && !isInternational ? national(digits) : null
}

/** `(713) 284-0142`; a number of elsewhere stays as it is. */
export function formatPhone(number: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : number
}

/** Enough to recognize an own number by: `(•••) •••-0142`. */
export const maskPhone = (number: string): string => `(•••) •••-${number.slice(-LAST_DIGITS)}`

const LAST_DIGITS = 4

/** Neither the area code nor the exchange begins with 0 or 1. */
const national = (digits: string): string | null =>
  /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? `+1${digits}` : null
