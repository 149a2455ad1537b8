/** Stands for `react` in the Preact flavour: what a library reads of its default import is bundled, and not all of preact/compat. */
export * from 'preact/compat'
export * as default from 'preact/compat'
