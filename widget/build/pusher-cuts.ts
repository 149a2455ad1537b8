/**
 * Of pusher-js: one connection over a WebSocket with public and private channels. Not there: statistics and their timeline,
 * presence and encrypted channels, events of clients, a change of cluster, log in, other transports' settings and transports that
 * keep themselves awake.
 */
import type { LibraryParts } from './cut.ts'

const without = (...begins: string[]) => begins.map((begin) => [begin, '', 'block'] as const)
const CORE = 'pusher-js/src/core'

export const PUSHER_PARTS: LibraryParts = {
  [`${CORE}/pusher.ts`]: [
    ['static ScriptReceivers: any = (<any>Runtime).ScriptReceivers;', ''],
    ['static DependenciesReceivers: any = (<any>Runtime).DependenciesReceivers;', ''],
    ['static auth_callbacks: any = (<any>Runtime).auth_callbacks;', ''],
    ...without('private static getClientFeatures(): string[] {', 'if (this.config.enableStats) {'),
    ['validateOptions(options);', ''],
    ['this.global_emitter = new EventsDispatcher();', ''],
    ['this.sessionID = Runtime.randomInt(1000000000);', ''],
    ['this.timeline = new Timeline('],
    ['this.subscribeAll(); if (this.timelineSender) {', 'this.subscribeAll();', 'block'],
    ...without('if (!internal) {', 'if (this.timelineSenderTimer) {'),
    ["this.connection.bind('error'"],
    ['this.user = new UserFacade(this);', ''],
    ['this.connection.connect(); if (this.timelineSender) {', 'this.connection.connect();', 'block'],
    ...without('switchCluster(options: ClusterOptions) {', 'allChannels(): Channel[] {', 'signin() {'),
    ...without('bind(event_name: string, callback: Function, context?: any): Pusher {'),
    ...without('unbind(event_name?: string, callback?: Function, context?: any): Pusher {'),
    ...without('bind_global(callback: Function): Pusher {', 'unbind_global(callback?: Function): Pusher {'),
    ...without('unbind_all(callback?: Function): Pusher {', 'shouldUseTLS(): boolean {'),
  ],
  [`${CORE}/config.ts`]: [
    ['httpPath: opts.httpPath || Defaults.httpPath,', ''],
    ['httpPort: opts.httpPort || Defaults.httpPort,', ''],
    ['httpsPort: opts.httpsPort || Defaults.httpsPort,', ''],
    ['statsHost: opts.statsHost || Defaults.stats_host,', ''],
    ['enableStats: getEnableStatsConfig(opts), httpHost: getHttpHost(opts),', ''],
    ['userAuthenticator: buildUserAuthenticator(opts),', ''],
    ['buildChannelAuthorizer(opts, pusher),', 'opts.channelAuthorization.customHandler,'],
    ["if ('disabledTransports' in opts) config.disabledTransports = opts.disabledTransports;", ''],
    ["if ('ignoreNullOrigin' in opts) config.ignoreNullOrigin = opts.ignoreNullOrigin;", ''],
    ["if ('timelineParams' in opts) config.timelineParams = opts.timelineParams;", ''],
    ...without("if ('nacl' in opts) {"),
  ],
  [`${CORE}/defaults.ts`]: [
    ["httpHost: 'sockjs.pusher.com', httpPort: 80, httpsPort: 443, httpPath: '/pusher',", ''],
    ["stats_host: 'stats.pusher.com',", ''],
    ["authEndpoint: '/pusher/auth', authTransport: 'ajax',", ''],
    ["userAuthentication: { endpoint: '/pusher/user-auth', transport: 'ajax', },", ''],
    ["channelAuthorization: { endpoint: '/pusher/auth', transport: 'ajax', },", ''],
    ['cdn_http: CDN_HTTP, cdn_https: CDN_HTTPS, dependency_suffix: DEPENDENCY_SUFFIX,', ''],
  ],
  [`${CORE}/channels/channel.ts`]: [
    ...without('trigger(event: string, data: any) {', 'handleSubscriptionCountEvent(event: PusherEvent) {'),
    ...without("else if (eventName === 'pusher_internal:subscription_count') {"),
  ],
  [`${CORE}/channels/channels.ts`]: [
    ...without('all(): Channel[] {'),
    ["if (name.indexOf('private-encrypted-') === 0) {", 'if (!1) {}', 'block'],
    ["else if (name.indexOf('presence-') === 0) {", '', 'block'],
    ["else if (name.indexOf('#') === 0) {", '', 'block'],
  ],
  [`${CORE}/connection/connection.ts`]: [
    ['if (this.transport.supportsPing()) { this.transport.ping(); } else {', '{'],
    ...without('handlesActivityChecks() {'),
  ],
  [`${CORE}/connection/connection_manager.ts`]: [
    ...without('switchCluster(key: string) {', 'isUsingTLS() {'),
    ['if (this.connection && !this.connection.handlesActivityChecks()) {', 'if (this.connection) {'],
    ["var newStateDescription = newState; if (newStateDescription === 'connected') {", '', 'block'],
  ],
  [`${CORE}/transports/transport_connection.ts`]: [
    ['this.id = this.timeline.generateUniqueID();', ''],
    ...without('handlesActivityChecks(): boolean {', 'supportsPing(): boolean {', 'ping() {'),
    ...without(
      'if (this.hooks.beforeOpen) {',
      'private onActivity() {',
      'buildTimelineMessage(message): any {',
    ),
    ['if (this.supportsPing()) { this.socket.onactivity = () => { this.onActivity(); }; }', ''],
    ['if (this.supportsPing()) { this.socket.onactivity = undefined; }', ''],
  ],
  [`${CORE}/utils/factory.ts`]: [
    ['createPresenceChannel(name: string, pusher: Pusher): PresenceChannel {', 'a_() {}', 'block'],
    [
      'createEncryptedChannel( name: string, pusher: Pusher, nacl: nacl, ): EncryptedChannel {',
      'b_() {}',
      'block',
    ],
    ['createTimelineSender(timeline: Timeline, options: TimelineSenderOptions) {', 'c_() {}', 'block'],
  ],
  [`${CORE}/strategies/transport_strategy.ts`]: [
    ['callback(new Errors.TransportClosed(serializedTransport));', 'callback(new Errors.TransportClosed());'],
    ['serializedTransport = Collections.safeJSONStringify(transport);', ''],
  ],
}
