/** Fetches the element's code and registers it; a second call changes nothing. */
export async function define(): Promise<void> {
  const door = await import('#widget/index.ts')
  door.definePlatMessenger()
}
