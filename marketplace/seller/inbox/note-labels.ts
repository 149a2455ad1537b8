/** Words of internal notes. */
export const NOTE_WORDS = {
  switch: 'Note',
  box: 'Internal note',
  placeholder: 'Write a note for your team',
  stays: 'The note stays in your team. Buyers never see it.',
  add: 'Add note',
  kind: 'internal note, buyers never see it',
  former: 'Former member',
  remove: 'Delete note',
  removeTitle: 'Delete this note?',
  keep: 'Keep',
  notLoaded: 'The internal notes could not be loaded.',
} as const

/** The first name. */
export const authorName = (name: string | undefined): string =>
  name?.trim().split(/\s+/)[0] || NOTE_WORDS.former
