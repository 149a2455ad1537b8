/** The title of the tab. The count comes first, where a narrow tab still shows it. */
export function sellerTitle(view: string, account: string, unread: number): string {
  const name = [view, account, 'Seller app'].filter(Boolean).join(' · ')
  return unread > 0 ? `(${unread}) ${name}` : name
}
