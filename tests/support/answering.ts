/** Waits for a process that takes its time to listen. */

const PATIENCE_MS = 150_000
const ASK_AGAIN_MS = 50

/** Resolves when an address answers with success; rejects with what `ended` says of a process that never will. */
export async function answering(
  url: string,
  ended: () => string | null,
  init: RequestInit = {},
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await fetch(url, init).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    const why = ended() ?? (Date.now() > deadline ? `${url} did not answer in time` : null)
    if (why) throw new Error(why)
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}
