/** Shows notices while no page of Plat is open, and opens the page that one is about. Keeps nothing and answers no request. */

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title = 'Plat', body, url = '/', tag } = event.data?.json() ?? {}
  event.waitUntil(
    self.registration.showNotification(title, {
      ...(body ? { body } : {}),
      // The same news again takes the place of the former.
      ...(tag ? { tag } : {}),
      icon: '/favicon.svg',
      data: { url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // A path of this site and nothing else.
  const url = new URL(event.notification.data?.url ?? '/', self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(show(url.href))
})

async function show(href) {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) return self.clients.openWindow(href)
  await open.focus()
  return open.navigate(href)
}
