/** The title of the tab. The count stands first, where a narrow tab still shows it. */
export function sellerTitle(account: string | null, unread: number): string {
  const name = account === null ? 'Seller app' : `Seller app · ${account}`
  return unread > 0 ? `(${unread}) ${name}` : name
}
