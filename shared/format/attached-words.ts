/** Photos and files of a message in words. */
interface Attached {
  readonly kind: string
  readonly name: string
}

export const isPhoto = ({ kind }: Pick<Attached, 'kind'>): boolean => kind === 'photo'

/** "Photo", "3 photos", or the names of the files; empty for none. */
export function attachedWords(files: readonly Attached[] | null | undefined): string {
  const all = files ?? []
  const photos = all.filter(isPhoto).length
  const names = all.flatMap((file) => (isPhoto(file) ? [] : [file.name]))
  return [photos > 1 ? `${photos} photos` : photos && 'Photo', ...names].filter(Boolean).join(', ')
}
