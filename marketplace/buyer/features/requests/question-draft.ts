/** The unsent question about a deal, kept for this tab until it is sent. A browser without storage forgets it. */

const keyOf = (propertyId: number) => `plat.question.${propertyId}`

export function readDraft(storage: () => Storage, propertyId: number): string {
  try {
    return storage().getItem(keyOf(propertyId)) ?? ''
  } catch {
    return ''
  }
}

export function writeDraft(storage: () => Storage, propertyId: number, text: string): void {
  try {
    if (text === '') storage().removeItem(keyOf(propertyId))
    else storage().setItem(keyOf(propertyId), text)
  } catch {
    // Then it lives as long as the dialog.
  }
}
