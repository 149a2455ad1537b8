/** Names as mails may say them. */

export interface MailPerson {
  /** Null once the account is deleted. */
  id?: number | null
  email: string
  first_name?: string | null
  name?: string | null
}

/** e.g. `Hello Dana,`. */
export function greetingOf(person: MailPerson): string {
  const name = nameOf(person)
  return name === '' ? 'Hello,' : `Hello ${name},`
}

/**
 * Empty for a name that would be read as an address or as lines of ours: anybody may register somebody else's e-mail, and Plat
 * carries no stranger's words there.
 */
export function nameOf(person: MailPerson): string {
  const name = person.first_name?.trim() || person.name?.trim() || ''
  return NO_NAME.test(name) ? '' : name
}

/** Breaks and other controls, what addresses are made of, and a dot inside a word. */
const NO_NAME = /[\p{Cc}\p{Cf}\u2028\u2029:/\\@]|\.[^\s.]|www/iu
