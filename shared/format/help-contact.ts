/** What to do for help, after "If this was not you, …". */
export interface HelpContact {
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
}

/** e.g. `write to help@example.com or call +1 713 555 0199`; `see {helpPage}` when nobody is named. */
export function helpWords(contact: HelpContact | null | undefined, helpPage: string): string {
  const ways = [
    ...(contact?.email ? [`write to ${contact.email}`] : []),
    ...(contact?.phone ? [`call ${contact.phone}`] : []),
  ]
  return ways.length > 0 ? ways.join(' or ') : `see ${helpPage}`
}
