/** The worker of scenes, as the bundler of the site names it (build/worker-chunk.ts). */
declare module 'virtual:scene-worker' {
  /** Its address; empty where pages are served while they are being written. */
  export const address: string;
}
