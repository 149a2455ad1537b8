/** This server's public origin. Cards and logos are shown on foreign pages, where a relative address would be theirs. */

export interface Site {
  /** `https://host`, or empty while the server does not listen and none was configured. */
  origin: string
}

/** An address of ours made absolute; others stay. */
export const absolute = (site: Site, url: string | null): string | null =>
  url?.startsWith('/') ? site.origin + url : url
