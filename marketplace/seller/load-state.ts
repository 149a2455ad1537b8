/** How far a list of the seller app is loaded. */

export type LoadState = 'loading' | 'ready' | 'failed'
