/** What a page may say of itself: true for its own title and address. Part of the npm package's types. */
export type PageContext = boolean | { title?: string | null; url?: string | null } | null | undefined
