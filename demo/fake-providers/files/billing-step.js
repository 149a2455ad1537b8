// The bank's page inside of a frame: says that it can be seen, and that it is over.

const say = (message) => window.parent.postMessage({ source: 'plat.billing', ...message }, location.origin)

say({ type: 'ready', height: Math.ceil(document.querySelector('main').getBoundingClientRect().height) })
if (document.querySelector('#done')) say({ type: 'action_done' })
