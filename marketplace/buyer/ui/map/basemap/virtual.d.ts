/** Addresses of the files that marketplace/kit/build/basemap.ts makes. */
declare module 'virtual:basemap/*' {
  const url: string
  export default url
}
