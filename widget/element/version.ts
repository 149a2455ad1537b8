/** Which release this is. The build writes it in; the source, run as it is, has none. */
declare const PLAT_VERSION: string | undefined

export const VERSION = typeof PLAT_VERSION === 'string' ? PLAT_VERSION : 'source'
