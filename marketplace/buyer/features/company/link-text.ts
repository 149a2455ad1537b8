/** The HTML of the links; a company's name is put in as text. */

export interface LinkTextGiven {
  accountId: number
  name: string
  origin: string
}

export function linkCode({ accountId, name, origin }: LinkTextGiven): { page: string; register: string } {
  const words = escapeText(name)
  return {
    page: `<a href="${origin}/company/${accountId}">${words}: deals and reviews on Plat</a>`,
    register: `<a href="${origin}/register?attach_account_id=${accountId}">Get the deals of ${words} first</a>`,
  }
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
