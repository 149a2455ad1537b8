/** The folder that the test files of one run share. */

/** Null outside of a test run, as in a benchmark: then everybody makes their own. */
export const runFolder = (): string | null => process.env.PLAT_RUN_FOLDER ?? null
