/** Addresses of the files that marketplace/build/basemap.ts makes. */
declare module 'virtual:basemap/*' {
  const url: string
  export default url
}
