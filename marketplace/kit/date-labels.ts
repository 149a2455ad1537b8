/** Dates as people read them, in the zone of their browser. An instant is ISO 8601 or milliseconds since 1970, a day is `2025-06-10`. */
import dayjs from 'dayjs'

type Moment = string | number

/** `Jun 10, 2025` */
export const dayWords = (at: Moment): string => dayjs(at).format('MMM D, YYYY')

/** `Jun 10`, where the year is known. */
export const shortDayWords = (at: Moment): string => dayjs(at).format('MMM D')

/** `June 10, 2025` */
export const longDayWords = (at: Moment): string => dayjs(at).format('MMMM D, YYYY')

/** `Jun 10, 2025, 4:05 PM` */
export const momentWords = (at: Moment): string => dayjs(at).format('MMM D, YYYY, h:mm A')

/** `Jun 10, 4:05 PM` */
export const shortMomentWords = (at: Moment): string => dayjs(at).format('MMM D, h:mm A')
