/** Addresses of scripts on pages that require Trusted Types. */

/** The address as such a page takes it, by a policy of this name. Throws where the page's policy admits no such name. */
export function trustedUrl(name: string, url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy(name, { createScriptURL: () => url }).createScriptURL('') ?? url
}

/** As far as it is used here; the DOM takes its result where it takes a string. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(given: string): string },
  ): { createScriptURL(given: string): string }
}
