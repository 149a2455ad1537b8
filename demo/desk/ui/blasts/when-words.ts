/** A moment on the reader's own clock, e.g. `Mar 5, 2:00 PM`. */
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export const whenWords = (iso: string): string => MOMENT.format(new Date(iso))
