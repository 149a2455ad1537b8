/**
 * Of laravel-echo: public and private channels over a pusher that is handed in. Not there: other brokers, presence and encrypted
 * channels, whispers, notifications, and what listens in on a page's own HTTP clients.
 */
import type { LibraryParts } from './cut.ts'

const empty = (...classes: string[]) => classes.map((begins) => [begins, `${begins}}`, 'block'] as const)
const without = (...methods: string[]) => methods.map((begins) => [begins, '', 'block'] as const)

export const ECHO_PARTS: LibraryParts = {
  'laravel-echo/dist/echo.js': [
    ...empty('e = class {', 'i = class extends r {', 'a = class extends r {', 'o = class extends i {'),
    ...empty(
      's = class extends e {',
      'c = class extends s {',
      'l = class extends c {',
      'u = class extends e {',
    ),
    ...empty(
      'd = class extends u {',
      'f = class extends u {',
      'p = class extends d {',
      'g = class extends m {',
    ),
    ...empty('_ = class extends m {'),
    // Of a channel.
    ...without('listenToAll(e) {', 'stopListeningToAll(e) {', 'subscribed(e) {', 'error(e) {'),
    // Of the connection.
    ...without(
      'signin() {',
      'encryptedPrivateChannel(e) {',
      'presenceChannel(e) {',
      'onConnectionChange(e) {',
    ),
    [
      'else if (this.options.Pusher) this.pusher = new this.options.Pusher(this.options.key, this.options); else if (typeof window < "u" && window.Pusher !== void 0) this.pusher = new window.Pusher(this.options.key, this.options);',
      '',
    ],
    ['listen(e, t, n) { return this.channel(e).listen(t, n); }', ''],
    [
      'leave(e) { [ e, "private-" + e, "private-encrypted-" + e, "presence-" + e ].forEach((e) => { this.leaveChannel(e); }); }',
      '',
    ],
    ['socketId() { return this.pusher.connection.socket_id; }', ''],
    [
      'connectionStatus() { let e = this.pusher.connection.state; switch (e) { case "connected": case "connecting": return e; case "failed": case "unavailable": return "failed"; default: return "disconnected"; } }',
      '',
    ],
    ['disconnect() { this.pusher.disconnect(); }', ''],
    // Signatures come by our own client, which has the bearer and the CSRF header.
    [
      'let n = this.csrfToken(); n && (this.options.auth.headers["X-CSRF-TOKEN"] = n, this.options.userAuthentication.headers["X-CSRF-TOKEN"] = n), n = this.options.bearerToken, n && (this.options.auth.headers.Authorization = "Bearer " + n, this.options.userAuthentication.headers.Authorization = "Bearer " + n);',
      '',
    ],
    [
      'auth: { headers: {} }, authEndpoint: "/broadcasting/auth", userAuthentication: { endpoint: "/broadcasting/user-auth", headers: {} }, csrfToken: null, bearerToken: null, host: null, key: null,',
      '',
    ],
    ...without('csrfToken() {'),
    // Of what is made with `new`.
    [
      'if (this.options.broadcaster === "reverb") this.connector = new h({ ...this.options, cluster: "" }); else if (this.options.broadcaster === "pusher")',
      '',
    ],
    [
      'else if (this.options.broadcaster === "ably") this.connector = new h({ ...this.options, cluster: "", broadcaster: "pusher" }); else if (this.options.broadcaster === "socket.io") this.connector = new g(this.options); else if (this.options.broadcaster === "null") this.connector = new _(this.options); else if (typeof this.options.broadcaster == "function" && n(this.options.broadcaster)) this.connector = new this.options.broadcaster(this.options); else',
      'if (!1)',
    ],
    ...without('disconnect() {', 'join(e) {', 'leave(e) {', 'leaveAllChannels() {', 'listen(e, t, n) {'),
    ...without('encryptedPrivate(e) {', 'connectorSupportsEncryptedPrivateChannels(e) {', 'socketId() {'),
    ...without('connectionStatus() {', 'registerInterceptors() {', 'registerVueRequestInterceptor() {'),
    ...without(
      'registerAxiosRequestInterceptor() {',
      'registerjQueryAjaxSetup() {',
      'registerTurboRequestInterceptor() {',
    ),
    [', this.options.withoutInterceptors || this.registerInterceptors()', ''],
  ],
}
